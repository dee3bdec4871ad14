# framework: tensorflow
# verdict: clean
# seen: first and second derivative agree with differences
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
field = keras.Sequential([keras.Input((1,)), keras.layers.Dense(8, activation="tanh"), keras.layers.Dense(1)])


def residual(t):
    with tf.GradientTape() as outer:
        steps = t.shape[0]
        rank = len(t.shape)
        outer.watch(t)
        with tf.GradientTape() as inner:
            inner.watch(t)
            u = field(t)
        u_t = inner.gradient(u, t)
    u_tt = outer.gradient(u_t, t)
    return u_tt + u, u_t, steps * rank


t = tf.reshape(tf.linspace(0.0, 1.0, 5), (5, 1))
_, u_t, count = residual(t)
h = 0.01
numeric = (field(t + h) - field(t - h)) / (2 * h)
assert count == 10 and float(tf.reduce_max(tf.abs(u_t - numeric))) < 1e-3
second = residual(t)[0] - field(t)
slope_gap = (residual(t + h)[1] - residual(t - h)[1]) / (2 * h)
assert float(tf.reduce_max(tf.abs(second - slope_gap))) < 1e-2
print("OBSERVED clean", "first and second derivative agree with differences")
