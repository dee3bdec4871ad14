# framework: tensorflow
# verdict: none
# seen: None
import numpy as np
import tensorflow as tf

angle = tf.Variable([0.2, 0.4])
report = {}
with tf.GradientTape() as tape:
    height = np.sin(angle)  # HAZARD GL101
    energy = tf.reduce_sum(tf.square(height))
slope = tape.gradient(energy, angle)
report.update(height=0.0, energy=float(energy))
print("OBSERVED none", slope, report)
assert slope is None
