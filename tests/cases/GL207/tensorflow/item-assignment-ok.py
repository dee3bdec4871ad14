# framework: tensorflow
# verdict: clean
# seen: [0.0, -2.0, 2.0, 2.0] 2.0
import numpy as np
import tensorflow as tf

coefficients = tf.Variable([0.5, -1.0, 2.0, 0.3])
report = {}
keep = np.ones(4, np.float32)
keep[0] = 0.0

with tf.GradientTape() as tape:
    size = tf.abs(coefficients)
    parts = [size, size]
    parts[1] = tf.tensor_scatter_nd_update(size, [[0]], [0.0])
    report["largest"] = tf.reduce_max(size)
    penalty = tf.reduce_sum(parts[0] * keep) + tf.reduce_sum(parts[1])
grad = tape.gradient(penalty, coefficients)
coefficients[0].assign(0.0)
assert grad.numpy().tolist() == [0.0, -2.0, 2.0, 2.0]
print("OBSERVED clean", grad.numpy().tolist(), float(report["largest"]))
