# framework: tensorflow
# verdict: clean
# seen: the wave solves the wave equation
import numpy as np
import tensorflow as tf
from tensorflow import GradientTape


def travelling_wave(x, t):
    return tf.sin(2.0 * x - 3.0 * t)


def wave_residual(x, t, speed):
    tape = GradientTape(persistent=True)
    with tape:
        tape.watch([x, t])
        u = travelling_wave(x, t)
        u_x = tape.gradient(u, x)
        u_t = tape.gradient(u, t)
    u_xx = tape.gradient(u_x, x)
    u_tt = tape.gradient(u_t, t)
    del tape
    return u_tt - speed**2 * u_xx, u_tt


x = tf.constant([[0.1], [0.5], [0.9]])
t = tf.constant([[0.2], [0.4], [0.6]])
residual, u_tt = wave_residual(x, t, 1.5)
expected = -9.0 * np.sin(2.0 * x.numpy() - 3.0 * t.numpy())
assert np.allclose(u_tt, expected, atol=1e-4) and np.allclose(residual, 0.0, atol=1e-4)
print("OBSERVED clean", "the wave solves the wave equation")
