# framework: tensorflow
# verdict: clean
# seen: numpy_function only in the input pipeline; py_function with a TF body (compute_gradient agrees)
"""Host code in the input pipeline, and one differentiable py_function in the model."""
import numpy as np
import tensorflow as tf

AUTOTUNE = tf.data.AUTOTUNE


def spectrum(signal):
    windowed = signal * np.hanning(signal.shape[-1])
    return np.abs(np.fft.rfft(windowed)).astype(np.float32)


def load(seed):
    signal = tf.numpy_function(lambda s: np.random.default_rng(s).normal(size=16).astype(np.float32), [seed], tf.float32)
    feats = tf.numpy_function(spectrum, [signal], tf.float32)
    feats.set_shape((9,))
    return feats, tf.reduce_mean(tf.square(tf.ensure_shape(signal, (16,))))


def log_safely(x):
    level = tf.reduce_max(x)
    if level.numpy() > 1e6:
        print("large activation", level.numpy())
    return tf.math.log1p(tf.nn.relu(x))


class Energy(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable(tf.random.stateless_normal((9, 4), seed=(1, 2)) * 0.3)
        self.v = tf.Variable(tf.random.stateless_normal((4, 1), seed=(3, 4)))

    def __call__(self, x):
        h = tf.py_function(log_safely, [x @ self.w], tf.float32)
        return tf.squeeze(tf.ensure_shape(h, (None, 4)) @ self.v, -1)


def train():
    data = tf.data.Dataset.range(24).map(load, num_parallel_calls=AUTOTUNE).batch(8).prefetch(1)
    net, opt = Energy(), tf.keras.optimizers.SGD(0.01)
    params = [net.w, net.v]
    for x, y in data:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((net(x) - y) ** 2)
        grads = tape.gradient(loss, params)
        opt.apply_gradients(zip(grads, params))
        print("loss %.4f, label spread %.3f" % (loss, np.std(y)))
    return net, x, grads


if __name__ == "__main__":
    net, x, grads = train()
    assert all(float(tf.norm(g)) > 0 for g in grads)
    theory, numeric = tf.test.compute_gradient(lambda w: tf.py_function(log_safely, [x @ w], tf.float32), [tf.convert_to_tensor(net.w)])
    assert abs(theory[0] - numeric[0]).max() < 1e-2
