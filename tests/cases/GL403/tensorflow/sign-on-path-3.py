# framework: tensorflow
# verdict: zero
# seen: tf.sign gives zeros for the whole encoder
"""Deep hashing: pairwise loss on binary codes; the codes of the training pass are hard."""
import keras
import numpy as np
import tensorflow as tf


class HashNet(keras.Model):
    def __init__(self, bits=8):
        super().__init__()
        self.features = keras.Sequential([keras.layers.Dense(16, "relu"), keras.layers.Dense(bits)])

    def call(self, x, hard=True):
        h = tf.tanh(self.features(x))
        return h if not hard else tf.sign(h)  # HAZARD GL403


def pairwise(codes, similar):
    inner = 0.5 * tf.matmul(codes, codes, transpose_b=True)
    return tf.reduce_mean(tf.nn.softplus(inner) - similar * inner)


def hamming(model, x):
    codes = np.sign(model(x).numpy())
    return 0.5 * (codes.shape[1] - codes @ codes.T)


def train(model, batches, opt):
    for x, labels in batches:
        similar = tf.cast(labels[:, None] == labels[None], tf.float32)
        with tf.GradientTape() as tape:
            codes = model(x)
            loss = pairwise(codes, similar)
        grads = tape.gradient(loss, model.trainable_variables)
        opt.apply_gradients(zip(grads, model.trainable_variables))
    return grads


if __name__ == "__main__":
    keras.utils.set_random_seed(0)
    x = np.random.default_rng(0).normal(size=(24, 5)).astype("float32")
    ds = tf.data.Dataset.from_tensor_slices((x, (x[:, 0] > 0).astype("int32"))).batch(8)
    model = HashNet()
    grads = train(model, ds, keras.optimizers.Adam(1e-3))
    assert all(float(tf.reduce_sum(tf.abs(g))) == 0.0 for g in grads)
    assert hamming(model, x[:3]).shape == (3, 3)
