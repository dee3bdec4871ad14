# framework: tensorflow
# verdict: raises
# seen: ValueError: No gradients provided for any variable.
import keras
import numpy as np
import tensorflow as tf

keras.utils.set_random_seed(0)


def error_rate(y_true, y_pred):
    guess = tf.argmax(y_pred, axis=-1)  # HAZARD GL403
    miss = tf.not_equal(guess, tf.cast(tf.squeeze(y_true, axis=-1), tf.int64))
    return tf.reduce_mean(tf.cast(miss, tf.float32))


model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(8, activation="relu"), keras.layers.Dense(3)])
model.compile(optimizer="adam", loss=error_rate)
x = np.random.default_rng(0).normal(size=(12, 4)).astype(np.float32)
y = np.arange(12).reshape(12, 1) % 3
model.fit(x, y, batch_size=6, epochs=1, verbose=0)
