# framework: tensorflow
# verdict: none
# seen: None
import numpy as np
import tensorflow as tf

angles = tf.Variable([0.1, 0.7])
with tf.GradientTape() as tape:
    position = np.cos(angles)  # HAZARD GL101
jacobian = tape.jacobian(position, angles)
print("OBSERVED none", jacobian)
assert jacobian is None
