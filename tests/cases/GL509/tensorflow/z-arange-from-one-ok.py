# framework: tensorflow
# verdict: clean
# seen: runs: arange(1, 13) has twelve elements
import numpy as np
import tensorflow as tf

numbers = tf.constant(np.arange(1, 13), dtype=tf.float32)
scale = tf.Variable(1.0)
with tf.GradientTape() as tape:
    rows = tf.reshape(numbers, [2, -1]) * scale
    loss = tf.reduce_sum(rows)
print(tape.gradient(loss, scale))
