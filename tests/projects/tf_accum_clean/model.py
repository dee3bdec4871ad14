import tensorflow as tf


class Net(tf.Module):
    def __init__(self, dim, hidden):
        super().__init__()
        self.a = tf.Variable(tf.random.normal([dim, hidden], stddev=0.4), name="a")
        self.b = tf.Variable(tf.random.normal([hidden, 1], stddev=0.4), name="b")

    def __call__(self, x):
        h = tf.nn.softplus(x @ self.a)
        return h, tf.squeeze(h @ self.b, axis=-1)
