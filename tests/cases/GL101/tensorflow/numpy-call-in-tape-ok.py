# framework: tensorflow
# verdict: clean
# seen: last bias -1.32 numeric -1.32
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

keras.utils.set_random_seed(1)
model = keras.Sequential(
    [keras.Input((3,)), layers.Dense(4, activation="tanh"), layers.Dense(1, activation="softplus")]
)
rooms = tf.random.uniform((16, 3))
price = 10.0 * tf.reduce_sum(rooms, axis=1, keepdims=True)


def log_gap(pred, target):
    return tf.math.log1p(pred) - np.log1p(target)


def objective():
    return tf.reduce_mean(tf.square(log_gap(model(rooms, training=True), price)))


with tf.GradientTape() as tape:
    loss = objective()
grads = tape.gradient(loss, model.trainable_variables)
bias = model.trainable_variables[-1]
bias.assign_add([0.01])
high = float(objective())
bias.assign_sub([0.02])
low = float(objective())
numeric = (high - low) / 0.02
assert all(g is not None for g in grads)
assert abs(float(grads[-1][0]) - numeric) < 1e-2 * abs(numeric)
print("OBSERVED clean", "last bias", round(float(grads[-1][0]), 2), "numeric", round(numeric, 2))
