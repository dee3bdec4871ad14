import tensorflow as tf


class Dense(tf.Module):
    def __init__(self, n_in, n_out, name=None):
        super().__init__(name=name)
        self.w = tf.Variable(tf.random.normal([n_in, n_out], stddev=0.3), name="w")
        self.b = tf.Variable(tf.zeros([n_out]), name="b")

    def __call__(self, x):
        return x @ self.w + self.b


class Ranker(tf.Module):
    def __init__(self, n_in, hidden, n_out):
        super().__init__()
        self.trunk = Dense(n_in, hidden)
        self.head = Dense(hidden, n_out)
