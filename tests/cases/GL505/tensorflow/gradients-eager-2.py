# framework: tensorflow
# verdict: raises
# seen: RuntimeError: tf.gradients is not supported when eager execution is enabled. Use tf.GradientTape instead.
import tensorflow as tf


class Hessian:
    def __init__(self, f):
        self.f = f

    def __call__(self, x):
        y = self.f(x)
        return tf.gradients(ys=y, xs=[x])  # HAZARD GL505


Hessian(tf.square)(tf.constant(2.0))
