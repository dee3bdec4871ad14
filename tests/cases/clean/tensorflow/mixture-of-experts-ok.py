# framework: tensorflow
# verdict: clean
# seen: router, experts and embedding all get gradients; gradients equal with and without checkpointing
"""Top-k mixture of experts with gradient checkpointing and a load-balancing loss."""
import keras
import numpy as np
import tensorflow as tf


class Expert(keras.layers.Layer):
    def __init__(self, width, hidden, **kw):
        super().__init__(**kw)
        self.up, self.down = keras.layers.Dense(hidden, "gelu"), keras.layers.Dense(width)

    def call(self, x):
        return self.down(self.up(x))


class MixtureOfExperts(keras.layers.Layer):
    def __init__(self, width, experts=4, k=2, aux=1e-2, **kw):
        super().__init__(**kw)
        self.k, self.n, self.aux = k, experts, aux
        self.router = keras.layers.Dense(experts, use_bias=False)
        self.experts = [Expert(width, 2 * width) for _ in range(experts)]
        self.usage = self.add_weight(shape=(experts,), initializer="zeros", trainable=False, name="usage")

    def call(self, x, training=False):
        probs = tf.nn.softmax(self.router(x))
        gates, index = tf.math.top_k(probs, k=self.k)
        gates = gates / tf.reduce_sum(gates, -1, keepdims=True)
        chosen = tf.one_hot(index, self.n)
        combine = tf.einsum("bk,bke->be", gates, chosen)
        out = tf.zeros_like(x)
        for i, expert in enumerate(self.experts):
            out += combine[:, i : i + 1] * expert(x)
        if training:
            load = tf.reduce_mean(tf.one_hot(tf.argmax(probs, -1), self.n), axis=0)
            importance = tf.reduce_mean(probs, axis=0)
            self.add_loss(self.aux * self.n * tf.reduce_sum(load * importance))
            self.usage.assign(0.9 * self.usage + 0.1 * load)
        return out


class Block(keras.layers.Layer):
    def __init__(self, width, **kw):
        super().__init__(**kw)
        self.norm = keras.layers.LayerNormalization()
        self.moe = MixtureOfExperts(width)

    def call(self, x, training=False):
        return x + self.moe(self.norm(x), training=training)


class Tagger(keras.Model):
    def __init__(self, vocab=30, width=8, depth=2, classes=5):
        super().__init__()
        self.table = keras.layers.Embedding(vocab, width)
        self.blocks = [Block(width) for _ in range(depth)]
        self.head = keras.layers.Dense(classes)

    def call(self, tokens, training=False):
        h = tf.reduce_mean(self.table(tokens), axis=1)
        for block in self.blocks:
            h = block(h, training=training)
        return self.head(h)


def pooled(features, weights):
    """Cheap to recompute, so never stored."""
    return tf.nn.tanh(tf.nn.tanh(features @ weights) @ tf.transpose(weights))


if __name__ == "__main__":
    keras.utils.set_random_seed(0)
    model, opt = Tagger(), keras.optimizers.Adam(1e-2)
    tokens = np.random.default_rng(0).integers(0, 30, size=(16, 6))
    labels = tokens[:, 0] % 5
    for _ in range(4):
        with tf.GradientTape() as tape:
            logits = model(tokens, training=True)
            loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)(labels, logits)
            loss += tf.add_n(model.losses)
        grads = tape.gradient(loss, model.trainable_variables)
        opt.apply_gradients((g, v) for g, v in zip(grads, model.trainable_variables) if g is not None)
        acc = np.mean(tf.argmax(logits, -1).numpy() == labels)
    assert all(g is not None for g in grads), [v.path for g, v in zip(grads, model.trainable_variables) if g is None]
    w = tf.Variable(tf.random.normal((8, 8)) * 0.1)
    feats = tf.random.normal((4, 8))
    cheap = tf.recompute_grad(pooled)
    with tf.GradientTape(persistent=True) as tape:
        a, b = tf.reduce_sum(cheap(feats, tf.convert_to_tensor(w))), tf.reduce_sum(pooled(feats, w))
    np.testing.assert_allclose(tape.gradient(a, w), tape.gradient(b, w), rtol=1e-5)
