"""A loss that rounds before it compares: no weight of the layer moves."""

# without gradient: dense/kernel dense/bias
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import keras
import numpy as np
import tensorflow as tf


def main():
    keras.utils.set_random_seed(10)
    x = np.random.rand(64, 6).astype("float32")
    y = (x.sum(1, keepdims=True) > 3).astype("float32")
    layer = keras.layers.Dense(1, activation="sigmoid", name="dense")
    scale = tf.Variable(1.0, name="scale")
    optimizer = keras.optimizers.SGD(0.1)
    for step in range(5):
        with tf.GradientTape() as tape:
            guess = tf.round(layer(x))  # GL403 confirmed
            loss = tf.reduce_mean((guess - y) ** 2) + scale**2
        variables = [*layer.trainable_variables, scale]
        grads = tape.gradient(loss, variables)
        optimizer.apply_gradients([(g, v) for g, v in zip(grads, variables) if g is not None])
        print(step, float(loss).hex())


if __name__ == "__main__":
    main()
