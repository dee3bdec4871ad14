# framework: tensorflow
# verdict: nan
# seen: tf.norm of all pairwise differences has zeros on the diagonal: NaN; log(softmax) at large logits: NaN
"""Contrastive metric learning over all pairs of a batch of embeddings."""
import tensorflow as tf

Dense = tf.keras.layers.Dense


class Embedder(tf.keras.Model):
    def __init__(self, dim=4):
        super().__init__()
        self.a, self.b = Dense(10, activation="relu"), Dense(dim)

    def call(self, x):
        return self.b(self.a(x))


def distance_matrix(e):
    delta = tf.expand_dims(e, 1) - tf.expand_dims(e, 0)
    return tf.norm(delta, axis=-1)  # HAZARD GL702


def contrast(embeddings, labels, margin=0.5):
    dist = distance_matrix(embeddings)
    same = tf.cast(labels[:, None] == labels[None, :], tf.float32)
    pull = tf.reduce_sum(dist * same) / tf.reduce_sum(same)
    push = tf.reduce_sum(tf.nn.relu(margin - dist) * (1.0 - same)) / tf.reduce_sum(1.0 - same)
    return pull + push


def proxy_loss(embeddings, labels, proxies, scale=10.0):
    logits = scale * tf.matmul(embeddings, proxies, transpose_b=True)
    p = tf.nn.softmax(logits)
    return -tf.reduce_mean(tf.reduce_sum(tf.one_hot(labels, 4) * tf.math.log(p), -1))  # HAZARD GL703


def proxy_gradient(embeddings, labels, proxies):
    with tf.GradientTape() as tape:
        loss = proxy_loss(embeddings, labels, proxies)
    return tape.gradient(loss, proxies)


def train(model, batches):
    opt = tf.keras.optimizers.Adam(1e-3)
    for x, y in batches:
        with tf.GradientTape() as tape:
            loss = contrast(model(x), y)
        grads = tape.gradient(loss, model.trainable_variables)
        opt.apply_gradients(zip(grads, model.trainable_variables))
    return loss, grads


if __name__ == "__main__":
    x, y = tf.random.normal((8, 5)), tf.constant([0, 0, 1, 1, 2, 2, 3, 3])
    loss, grads = train(Embedder(), [(x, y)])
    assert bool(tf.math.is_finite(loss)) and bool(tf.reduce_any(tf.math.is_nan(grads[0])))
    v = tf.Variable(tf.eye(4))
    assert not bool(tf.reduce_any(tf.math.is_nan(proxy_gradient(tf.eye(4), tf.range(4)[::-1], v))))
    assert bool(tf.reduce_any(tf.math.is_nan(proxy_gradient(40.0 * tf.eye(4), tf.range(4)[::-1], v))))
