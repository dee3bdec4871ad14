# framework: tensorflow
# verdict: none
# seen: None
import numpy as np
import tensorflow as tf

weights = tf.Variable([0.5, -0.5])
inputs = tf.constant([[1.0, 2.0], [3.0, 4.0]])
history = []
with tf.GradientTape() as tape:
    length = np.sqrt(tf.reduce_sum(tf.square(tf.linalg.matvec(inputs, weights))))  # HAZARD GL101
    objective = tf.square(length - 1.0)
gradient = tape.gradient(objective, weights)
history.append(dict(step=1, length=float(length)))
print("OBSERVED none", gradient)
assert gradient is None
