"""Keras `fit`, as a graph, with a model that rounds."""

# needs: tensorflow
# without gradient: quantized/dense/kernel quantized/dense/bias
import keras
import numpy as np
import tensorflow as tf


class Quantized(keras.Model):
    def __init__(self):
        super().__init__()
        self.body = keras.layers.Dense(8, activation="tanh")
        self.head = keras.layers.Dense(1)

    def call(self, x):
        code = tf.round(self.body(x) * 4.0)  # GL403 confirmed
        return self.head(code)


def main():
    keras.utils.set_random_seed(0)
    model = Quantized()
    model.compile(optimizer="sgd", loss="mse")
    x = np.random.default_rng(0).normal(size=(32, 4)).astype("float32")
    history = model.fit(x, x.sum(1, keepdims=True), epochs=2, batch_size=8, verbose=0)
    print([value.hex() for value in history.history["loss"]])


if __name__ == "__main__":
    main()
