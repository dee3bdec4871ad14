# framework: tensorflow
# verdict: clean
# seen: line found
import numpy as np
import tensorflow as tf
from scipy import optimize

x = tf.constant([0.0, 1.0, 2.0], tf.float64)
y = tf.constant([1.0, 3.0, 5.0], tf.float64)


@tf.function
def value_and_gradient(theta):
    with tf.GradientTape() as tape:
        tape.watch(theta)
        loss = tf.reduce_mean(tf.square(theta[0] * x + theta[1] - y))
    return loss, tape.gradient(loss, theta)


class Fitter:
    def minimize(self, start):
        def objective(v):
            loss, grad = value_and_gradient(tf.constant(v, tf.float64))
            return loss.numpy(), grad.numpy()

        return optimize.minimize(objective, start, jac=True, method="BFGS").x


found = Fitter().minimize(np.array([0.0, 1.0]))
_, grad = value_and_gradient(tf.constant([0.0, 1.0], tf.float64))
gap = 1.0 - y.numpy()
assert np.allclose(grad, [2.0 * np.mean(gap * x.numpy()), 2.0 * gap.mean()])
assert np.allclose(found, [2.0, 1.0], atol=1e-4)
print("OBSERVED clean", "line found")
