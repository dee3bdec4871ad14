# framework: tensorflow
# verdict: clean
# seen: Hessian (2, 2) and two players
import numpy as np
import tensorflow as tf


class Rosenbrock(tf.Module):
    def __init__(self, start):
        super().__init__()
        self.theta = tf.Variable(start)

    def value(self):
        a, b = self.theta[0], self.theta[1]
        return tf.square(1.0 - a) + 100.0 * tf.square(b - a * a)

    def newton_terms(self):
        with tf.GradientTape() as t2:
            with tf.GradientTape() as t1:
                value = self.value()
            slope = t1.gradient(value, self.theta)
        return slope, t2.jacobian(slope, self.theta)

    def two_losses(self):
        with tf.GradientTape() as first, tf.GradientTape() as second:
            value = self.value()
            rival = 1.0 - value
        return first.gradient(value, self.theta), second.gradient(rival, self.theta)


problem = Rosenbrock([0.5, 0.5])
slope, hessian = problem.newton_terms()
mine, theirs = problem.two_losses()
assert np.allclose(slope, [-1.0 - 400.0 * 0.5 * 0.25, 200.0 * 0.25], rtol=1e-4)
assert np.allclose(hessian, [[2.0 + 1200.0 * 0.25 - 200.0, -200.0], [-200.0, 200.0]], rtol=1e-4)
assert np.allclose(mine, slope) and np.allclose(theirs, -slope)
print("OBSERVED clean", "Hessian", tuple(hessian.shape), "and two players")
