# framework: tensorflow
# verdict: clean
# seen: attributions add up to the change of the score
import numpy as np
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(2)
net = keras.Sequential([keras.Input((3,)), keras.layers.Dense(4, activation="tanh"), keras.layers.Dense(1)])


def record(tape, *tensors):
    for tensor in tensors:
        tape.watch(tensor)


def integrated_gradients(sample, baseline, steps):
    alphas = tf.reshape(tf.linspace(0.0, 1.0, steps + 1), (-1, 1))
    path = baseline + alphas * (sample - baseline)
    with tf.GradientTape() as tape:
        record(tape, path)
        scores = net(path)
    slopes = tape.gradient(scores, path)
    mean_slope = tf.reduce_mean((slopes[:-1] + slopes[1:]) / 2.0, axis=0)
    return mean_slope * (sample - baseline)[0]


sample, baseline = tf.constant([[0.4, -1.0, 2.0]]), tf.zeros((1, 3))
attribution = integrated_gradients(sample, baseline, 200)
gap = float(net(sample)[0, 0] - net(baseline)[0, 0])
assert np.isclose(float(tf.reduce_sum(attribution)), gap, atol=1e-3)
print("OBSERVED clean", "attributions add up to the change of the score")
