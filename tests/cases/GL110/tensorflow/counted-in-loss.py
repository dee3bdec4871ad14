# framework: tensorflow
# verdict: wrong
# seen: the weight that is to grow with every batch is the same in all of them
import numpy as np
import tensorflow as tf


class Annealed:
    def __init__(self):
        self.weight = 0.0
        self.net = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
        self.net.compile(optimizer="sgd", loss=self.loss)

    def loss(self, y, p):
        self.weight += 0.1  # HAZARD GL110
        return tf.reduce_mean((y - p) ** 2) + self.weight * tf.reduce_mean(tf.abs(p))


model = Annealed()
model.net.fit(np.ones((64, 2), "float32"), np.ones((64, 1), "float32"), batch_size=8, verbose=0)
print("OBSERVED", "wrong" if model.weight < 0.8 - 1e-6 else "clean")
