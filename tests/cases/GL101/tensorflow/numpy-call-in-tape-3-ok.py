# framework: tensorflow
# verdict: clean
# seen: 0.12 0.12 steepest 0.8
import keras
import numpy as np
import tensorflow as tf

keras.utils.set_random_seed(5)
critic = keras.Sequential(
    [keras.Input((2,)), keras.layers.Dense(6, activation="tanh"), keras.layers.Dense(1)]
)
mixed = tf.constant(np.random.default_rng(0).normal(size=(8, 2)).astype(np.float32))


def gradient_penalty():
    with tf.GradientTape() as inner:
        inner.watch(mixed)
        score = critic(mixed)
    slope = inner.gradient(score, mixed)
    length = tf.sqrt(tf.reduce_sum(tf.square(slope), axis=1) + np.float32(1e-12))
    return tf.reduce_mean(tf.square(length - 1.0)), float(np.max(length))


with tf.GradientTape() as tape:
    penalty, steepest = gradient_penalty()
kernel = critic.trainable_variables[0]
grad = tape.gradient(penalty, kernel).numpy()
bump = np.zeros((2, 6), np.float32)
bump[1, 3] = 0.01
kernel.assign_add(bump)
high = float(gradient_penalty()[0])
kernel.assign_sub(2 * bump)
low = float(gradient_penalty()[0])
numeric = (high - low) / 0.02
assert abs(grad[1, 3] - numeric) < 1e-3
print("OBSERVED clean", round(float(grad[1, 3]), 2), round(numeric, 2), "steepest", round(steepest, 2))
