# framework: tensorflow
# verdict: clean
# seen: NT-Xent with diagonal mask and l2_normalize, metric update beside (finite differences)
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers


class NTXent(keras.losses.Loss):
    """Normalised temperature-scaled cross entropy; negatives are all other samples of both views."""

    def __init__(self, temperature=0.2, **kw):
        super().__init__(**kw)
        self.temperature = temperature

    def call(self, za, zb):
        za, zb = tf.math.l2_normalize(za, axis=1), tf.math.l2_normalize(zb, axis=1)
        z = tf.concat([za, zb], axis=0)
        n = tf.shape(za)[0]
        sim = tf.matmul(z, z, transpose_b=True) / self.temperature
        self_mask = tf.eye(2 * n, dtype=tf.bool)
        sim = tf.where(self_mask, tf.fill(tf.shape(sim), -1e9), sim)
        positives = tf.concat([tf.range(n, 2 * n), tf.range(n)], axis=0)
        return tf.nn.sparse_softmax_cross_entropy_with_logits(labels=positives, logits=sim)


def augment(x):
    keep = tf.cast(tf.random.uniform(tf.shape(x)) > 0.2, x.dtype)
    return x * keep + 0.05 * tf.random.normal(tf.shape(x))


class SimCLR(keras.Model):
    def __init__(self):
        super().__init__()
        self.encoder = keras.Sequential([layers.Dense(16, activation="relu"), layers.BatchNormalization(), layers.Dense(8)])
        self.projector = keras.Sequential([layers.Dense(8, activation="relu"), layers.Dense(4)])
        self.criterion = NTXent()
        self.acc = keras.metrics.SparseTopKCategoricalAccuracy(k=1, name="nn_acc")

    def embed(self, x, training):
        return self.projector(self.encoder(x, training=training), training=training)

    @tf.function
    def train_on(self, x, opt):
        with tf.GradientTape() as tape:
            za, zb = self.embed(augment(x), True), self.embed(augment(x), True)
            loss = self.criterion(za, zb)
        weights = self.encoder.trainable_weights + self.projector.trainable_weights
        grads = tape.gradient(loss, weights)
        opt.apply_gradients(zip(grads, weights))
        self.acc.update_state(tf.range(tf.shape(x)[0]), tf.matmul(za, zb, transpose_b=True))
        return loss, grads


if __name__ == "__main__":
    m, opt = SimCLR(), keras.optimizers.Adam(1e-3)
    m.embed(tf.zeros((2, 6)), False)
    opt.build(m.encoder.trainable_weights + m.projector.trainable_weights)
    for _ in range(3):
        loss, grads = m.train_on(tf.random.normal((16, 6)), opt)
    # a bias in front of batch normalisation moves nothing, that is index 1 after build order kernel/bias/gamma/beta
    assert len(grads) == 10 and all(g is not None for g in grads)
    assert float(tf.norm(grads[0])) > 0 and float(tf.norm(grads[8])) > 0
