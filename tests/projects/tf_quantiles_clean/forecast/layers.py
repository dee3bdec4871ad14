import tensorflow as tf


class Gate(tf.keras.layers.Layer):
    def __init__(self, units):
        super().__init__()
        self.value = tf.keras.layers.Dense(units)
        self.gate = tf.keras.layers.Dense(units, activation="sigmoid")

    def call(self, inputs):
        return self.value(inputs) * self.gate(inputs)


class Quantiles(tf.keras.layers.Layer):
    def __init__(self, levels):
        super().__init__()
        self.levels = levels
        self.heads = [tf.keras.layers.Dense(1) for _ in levels]

    def call(self, inputs):
        return tf.concat([head(inputs) for head in self.heads], -1)
