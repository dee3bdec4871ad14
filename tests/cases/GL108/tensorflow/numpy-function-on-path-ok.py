# framework: tensorflow
# verdict: clean
# seen: 3 batches of smoothed signals
import numpy as np
import tensorflow as tf

taps = np.array([0.25, 0.5, 0.25], np.float32)


def _smooth(row):
    return np.convolve(row, taps, mode="same").astype(np.float32)


def prepare(row):
    out = tf.numpy_function(_smooth, [row], tf.float32)
    out.set_shape((5,))
    return out, tf.reduce_sum(row)


raw = np.random.default_rng(0).normal(size=(6, 5)).astype(np.float32)
batches = tf.data.Dataset.from_tensor_slices(raw).map(prepare).batch(2)
w = tf.Variable(tf.zeros((5,)))
steps = 0
for signal, total in batches:
    start = w.numpy()
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(tf.linalg.matvec(signal, w) - total))
    grad = tape.gradient(loss, w)
    s = signal.numpy()
    assert np.allclose(grad, s.T @ (s @ start - total.numpy()), atol=1e-4)
    w.assign_sub(0.1 * grad)
    steps += 1
print("OBSERVED clean", steps, "batches of smoothed signals")
