# framework: tensorflow
# verdict: clean
# seen: beta moved by [0.5, -0.22, -0.14]
import numpy as np
import tensorflow as tf

design = np.random.default_rng(1).normal(size=(10, 3)).astype(np.float32)
response = design @ np.array([1.0, -1.0, 0.5], np.float32)
start = np.zeros(3, dtype=np.float32)
beta = tf.Variable(start)

for iteration in range(5):
    with tf.GradientTape() as tape:
        residual = tf.linalg.matvec(design, beta) - response
        loss = tf.reduce_mean(tf.square(residual))
    grad = tape.gradient(loss, beta)
    expected = 2.0 * design.T @ (design @ beta.numpy() - response) / 10
    assert np.allclose(grad, expected, atol=1e-5)
    beta.assign_sub(0.1 * grad)
moved = beta.numpy() - start
print("OBSERVED clean", "beta moved by", [round(float(m), 2) for m in moved])
