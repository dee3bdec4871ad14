import tensorflow as tf


class QNetwork(tf.Module):
    def __init__(self, obs, actions, hidden=16):
        super().__init__()
        self.w1 = tf.Variable(tf.random.normal([obs, hidden], stddev=0.4))
        self.b1 = tf.Variable(tf.zeros([hidden]))
        self.w2 = tf.Variable(tf.random.normal([hidden, actions], stddev=0.4))
        self.b2 = tf.Variable(tf.zeros([actions]))

    def __call__(self, x):
        return tf.tanh(x @ self.w1 + self.b1) @ self.w2 + self.b2


def polyak(target, online, rate):
    for t, o in zip(target.variables, online.variables):
        t.assign(rate * t + (1.0 - rate) * o)
