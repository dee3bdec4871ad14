# framework: tensorflow
# verdict: clean
# seen: gradient as expected
import numpy as np
import tensorflow as tf


class Annealed:
    def __init__(self):
        self.traced = 0
        self.weight = tf.Variable(0.0, trainable=False)
        self.net = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
        self.net.compile(optimizer="sgd", loss=self.loss)

    def loss(self, y, p):
        self.traced += 1
        self.weight.assign_add(0.1)
        return tf.reduce_mean((y - p) ** 2) + self.weight * tf.reduce_mean(tf.abs(p))


model = Annealed()
model.net.fit(np.ones((64, 2), "float32"), np.ones((64, 1), "float32"), batch_size=8, verbose=0)
print("OBSERVED", "clean" if float(model.weight) > 0.79 and model.traced < 8 else "wrong")
