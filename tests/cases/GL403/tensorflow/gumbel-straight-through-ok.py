# framework: tensorflow
# verdict: clean
# seen: Gumbel straight-through, EMA load assigned beside the path, dict of layers is tracked
import keras
import numpy as np
import tensorflow as tf
from keras import ops


class GumbelRouter(keras.layers.Layer):
    """Sends every example to one of k experts; hard in the forward pass, soft in the backward pass."""

    def __init__(self, k, tau=1.0):
        super().__init__()
        self.k = k
        self.tau = self.add_weight(shape=(), initializer=keras.initializers.Constant(tau), trainable=False)
        self.gate = keras.layers.Dense(k)
        self.experts = {f"e{i}": keras.layers.Dense(2) for i in range(k)}
        self.load = self.add_weight(shape=(k,), initializer="zeros", trainable=False)

    def call(self, x, training=False):
        logits = self.gate(x)
        if training:
            u = tf.random.uniform(tf.shape(logits), 1e-6, 1.0 - 1e-6)
            logits = logits - tf.math.log(-tf.math.log(u))
        soft = tf.nn.softmax(logits / self.tau)
        hard = tf.one_hot(tf.argmax(soft, axis=-1), self.k)
        choice = hard - tf.stop_gradient(soft) + soft
        self.load.assign(0.9 * self.load + 0.1 * tf.reduce_mean(hard, axis=0))
        outs = ops.stack([e(x) for e in self.experts.values()], axis=1)
        return tf.einsum("bk,bkd->bd", choice, outs), soft


class Anneal(keras.callbacks.Callback):
    def __init__(self, layer):
        super().__init__()
        self.layer = layer

    def on_epoch_end(self, epoch, logs=None):
        self.layer.tau.assign(max(0.3, float(self.layer.tau) * np.exp(-0.1 * epoch)))


def train(steps=3):
    layer, opt = GumbelRouter(3), keras.optimizers.Adam(1e-2)
    anneal = Anneal(layer)
    x = np.random.default_rng(0).normal(size=(20, 4)).astype("float32")
    for i in range(steps):
        with tf.GradientTape() as tape:
            y, soft = layer(x, training=True)
            balance = tf.reduce_sum(tf.reduce_mean(soft, 0) ** 2)
            loss = tf.reduce_mean((y - x[:, :2]) ** 2) + 0.01 * balance
        grads = tape.gradient(loss, layer.trainable_variables)
        opt.apply_gradients(zip(grads, layer.trainable_variables))
        anneal.on_epoch_end(i)
    return layer, grads


if __name__ == "__main__":
    layer, grads = train()
    assert len(grads) == 8 and all(g is not None for g in grads)
    assert sum(float(tf.norm(g)) > 0 for g in grads) >= 6 and float(tf.reduce_sum(layer.load)) > 0
