# framework: tensorflow
# verdict: clean
# seen: worst squared residual 1.0
import numpy as np
import tensorflow as tf

rate = tf.Variable(0.4)
amplitude = tf.Variable(2.0)
times = tf.linspace(0.0, 3.0, 7)
signal = tf.exp(-0.7 * times)


def fit_step():
    with tf.GradientTape(persistent=True) as tape:
        decay = tf.exp(-rate * times)
        squared = tf.square(amplitude * decay - signal)
        objective = tf.reduce_mean(squared)
    worst = tf.reduce_max(squared)
    by_rate = tape.gradient(objective, rate)
    with tape:
        rescaled = 2.0 * objective
    by_amplitude = tape.gradient(rescaled, amplitude)
    del tape
    return by_rate, by_amplitude, worst


by_rate, by_amplitude, worst = fit_step()
t = np.linspace(0.0, 3.0, 7)
gap = 2.0 * np.exp(-0.4 * t) - np.exp(-0.7 * t)
assert np.isclose(by_rate, np.mean(2.0 * gap * -2.0 * t * np.exp(-0.4 * t)), atol=1e-4)
assert np.isclose(by_amplitude, 2.0 * np.mean(2.0 * gap * np.exp(-0.4 * t)), atol=1e-4)
print("OBSERVED clean", "worst squared residual", round(float(worst), 2))
