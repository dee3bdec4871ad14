# framework: tensorflow
# verdict: none
# seen: Hessian None
import tensorflow as tf


class Rosenbrock(tf.Module):
    def __init__(self, start):
        super().__init__()
        self.theta = tf.Variable(start)

    def value(self):
        a, b = self.theta[0], self.theta[1]
        return tf.square(1.0 - a) + 100.0 * tf.square(b - a * a)

    def newton_terms(self):
        with tf.GradientTape() as t2, tf.GradientTape() as t1:
            value = self.value()
        slope = t1.gradient(value, self.theta)  # HAZARD GL503
        return slope, t2.jacobian(slope, self.theta)


slope, hessian = Rosenbrock([0.5, 0.5]).newton_terms()
assert slope is not None and hessian is None
print("OBSERVED none", "Hessian", hessian)
