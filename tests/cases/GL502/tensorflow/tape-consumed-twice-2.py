# framework: tensorflow
# verdict: raises
# seen: RuntimeError: A non-persistent GradientTape can only be used to compute one set of gradients (or
import tensorflow as tf

theta = tf.Variable([0.3, -0.8])
design = tf.constant([[1.0, 2.0], [0.5, -1.0], [2.0, 0.1]])
observed = tf.constant([0.5, 1.0, -0.2])


def gauss_newton_step(theta):
    with tf.GradientTape() as tape:
        residual = tf.tanh(tf.linalg.matvec(design, theta)) - observed
        loss = 0.5 * tf.reduce_sum(tf.square(residual))
    grad = tape.gradient(loss, theta)
    jac = tape.jacobian(residual, theta)  # HAZARD GL502
    normal = tf.matmul(jac, jac, transpose_a=True) + 1e-3 * tf.eye(2)
    return tf.linalg.solve(normal, grad[:, None])[:, 0]


theta.assign_sub(gauss_newton_step(theta))
print(theta.numpy())
