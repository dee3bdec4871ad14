import tensorflow as tf


class Codec(tf.Module):
    def __init__(self, dim, code):
        super().__init__()
        self.analysis = tf.Variable(tf.random.normal([dim, code], stddev=0.5), name="analysis")
        self.synthesis = tf.Variable(tf.random.normal([code, dim], stddev=0.5), name="synthesis")

    def encode(self, x):
        return 4.0 * (x @ self.analysis)

    def quantize(self, codes):
        return tf.round(codes)  # HAZARD rounded-codes GL403

    def decode(self, codes):
        return codes @ self.synthesis / 4.0
