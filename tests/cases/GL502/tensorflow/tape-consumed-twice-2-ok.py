# framework: tensorflow
# verdict: clean
# seen: gradient and jacobian, a tape for each
import numpy as np
import tensorflow as tf

theta = tf.Variable([0.3, -0.8])
design = tf.constant([[1.0, 2.0], [0.5, -1.0], [2.0, 0.1]])
observed = tf.constant([0.5, 1.0, -0.2])


def sensitivity(theta, full):
    with tf.GradientTape() as tape:
        residual = tf.tanh(tf.linalg.matvec(design, theta)) - observed
        loss = 0.5 * tf.reduce_sum(tf.square(residual))
    if full:
        return tape.jacobian(residual, theta)
    return tape.gradient(loss, theta)


grads = [sensitivity(theta, full=False) for _ in range(2)]
jac = sensitivity(theta, full=True)
a = design.numpy()
act = np.tanh(a @ theta.numpy())
expected = (1.0 - act**2)[:, None] * a
assert np.allclose(jac, expected, atol=1e-5)
assert np.allclose(grads[1], expected.T @ (act - observed.numpy()), atol=1e-5)
print("OBSERVED clean", "gradient and jacobian, a tape for each")
