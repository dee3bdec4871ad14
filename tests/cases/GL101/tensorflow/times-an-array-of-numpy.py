# framework: tensorflow
# verdict: none
# seen: None
import numpy as np
import tensorflow as tf

scale = tf.Variable([1.0, 2.0, 3.0])
decay = np.linspace(1.0, 0.1, 3)
with tf.GradientTape() as tape:
    damped = np.exp(-scale) * decay  # HAZARD GL101
    loss = tf.reduce_sum(damped)
gradient = tape.gradient(loss, scale)
print("OBSERVED none", gradient)
assert gradient is None
