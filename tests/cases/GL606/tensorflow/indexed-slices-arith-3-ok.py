# framework: tensorflow
# verdict: clean
# seen: embedding gradients are IndexedSlices and are treated as such
"""Two-tower recommender: IndexedSlices are clipped, scaled via their values, or densified before arithmetic."""
import numpy as np
import tensorflow as tf


class Towers(tf.Module):
    def __init__(self, users, items, dim):
        super().__init__()
        self.users = tf.Variable(tf.random.stateless_normal((users, dim), (0, 1)) * 0.1, name="users")
        self.items = tf.Variable(tf.random.stateless_normal((items, dim), (0, 2)) * 0.1, name="items")
        self.bias = tf.Variable(tf.zeros((items,)), name="bias")

    def score(self, u, i):
        left = tf.nn.embedding_lookup(self.users, u)
        right = tf.gather(self.items, i)
        return tf.reduce_sum(left * right, axis=-1) + tf.gather(self.bias, i)


def bpr(model, u, pos, neg, l2=1e-4):
    gap = model.score(u, pos) - model.score(u, neg)
    reg = sum(tf.nn.l2_loss(tf.gather(t, ix)) for t, ix in ((model.users, u), (model.items, pos), (model.items, neg)))
    return -tf.reduce_mean(tf.math.log_sigmoid(gap)) + l2 * reg


def scaled(grad, factor):
    if isinstance(grad, tf.IndexedSlices):
        return tf.IndexedSlices(grad.values * factor, grad.indices, grad.dense_shape)
    return grad * factor


def sgd(variables, grads, rate):
    for v, g in zip(variables, grads):
        if isinstance(g, tf.IndexedSlices):
            v.scatter_sub(tf.IndexedSlices(rate * g.values, g.indices))
        else:
            v.assign_sub(rate * g)


def norms(grads):
    return [float(tf.norm(tf.convert_to_tensor(g))) for g in grads]


def hit_rate(model, u, pos, k=5):
    scores = tf.matmul(tf.gather(model.users, u), model.items, transpose_b=True) + model.bias
    top = tf.math.top_k(scores, k).indices.numpy()
    return float(np.mean([p in row for p, row in zip(pos, top)]))


def sampled_negatives(rng, pos, n_items):
    neg = rng.integers(0, n_items, size=pos.shape)
    while (clash := neg == pos).any():
        neg[clash] = rng.integers(0, n_items, size=int(clash.sum()))
    return neg


if __name__ == "__main__":
    rng = np.random.default_rng(0)
    model = Towers(20, 15, 4)
    variables = model.trainable_variables
    opt = tf.keras.optimizers.Adagrad(0.5)
    losses = []
    for step in range(30):
        u = rng.integers(0, 20, size=64)
        pos = u % 15
        neg = sampled_negatives(rng, pos, 15)
        with tf.GradientTape() as tape:
            loss = bpr(model, u, pos, neg)
        grads = tape.gradient(loss, variables)
        clipped, _ = tf.clip_by_global_norm([tf.convert_to_tensor(g) for g in grads], 10.0)
        if step % 3 == 0:
            sgd(variables, [scaled(g, 0.5) for g in grads], 0.5)
        else:
            opt.apply_gradients(zip(clipped, variables))
        losses.append(float(loss))
    assert min(norms(grads)) > 0
    assert np.mean(losses[-5:]) < np.mean(losses[:5])
    assert 0.0 <= hit_rate(model, u, pos) <= 1.0
