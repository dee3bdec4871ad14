# framework: tensorflow
# verdict: raises
# seen: AttributeError: 'NoneType' object has no attribute '_tape'
import keras
import tensorflow as tf
from tensorflow import GradientTape

u_net = keras.Sequential([keras.Input((2,)), keras.layers.Dense(8, activation="tanh"), keras.layers.Dense(1)])


def heat_residual(x, t, conductivity):
    tape = GradientTape(persistent=True)
    tape.watch([x, t])  # HAZARD GL304
    with tape:
        u = u_net(tf.concat([x, t], axis=1))
        u_x = tape.gradient(u, x)
    u_t = tape.gradient(u, t)
    u_xx = tape.gradient(u_x, x)
    del tape
    return u_t - conductivity * u_xx


x = tf.random.uniform((4, 1))
t = tf.random.uniform((4, 1))
print(tf.reduce_mean(tf.square(heat_residual(x, t, 0.1))))
