import tensorflow as tf


class LinearParams(tf.Module):
    def __init__(self, dim):
        super().__init__()
        self.w = tf.Variable(tf.ones([dim, 1]) * 0.1)
        self.b = tf.Variable([0], name="bias")  # HAZARD int-bias GL302

    def __call__(self, x):
        return x @ self.w + tf.cast(self.b, tf.float32)
