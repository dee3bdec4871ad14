# framework: jax
# verdict: clean
# seen: NumPy on data and on non-differentiated arguments, np.sum/np.prod delegate or are static (check_grads)
"""Logistic regression where NumPy does everything but the differentiated part."""
import jax
import jax.numpy as jnp
import numpy as onp


def load(n=120, seed=0):
    rng = onp.random.default_rng(seed)
    x = rng.normal(size=(n, 5))
    w = onp.array([1.0, -2.0, 0.0, 0.5, 1.5])
    y = (1 / (1 + onp.exp(-x @ w)) > rng.uniform(size=n)).astype(onp.float32)
    mu, sd = x.mean(0), onp.maximum(x.std(0), 1e-6)
    return ((x - mu) / sd).astype(onp.float32), y


def polynomial(x):
    cross = onp.einsum("ni,nj->nij", x, x)[:, *onp.triu_indices(x.shape[1])]
    return onp.concatenate([x, cross], axis=1)


def class_weights(y):
    counts = onp.bincount(y.astype(int))
    return (counts.sum() / (len(counts) * counts))[y.astype(int)].astype(onp.float32)


def loss(w, x, y, sample_weight):
    z = onp.asarray(x) @ w[:-1] + w[-1]
    n = onp.prod(onp.shape(x)[:1])
    entry = jnp.logaddexp(0.0, z) - y * z
    penalty = 1e-2 * onp.sum(w[:-1] ** 2) / onp.sqrt(n)
    return jnp.sum(onp.log(sample_weight + 1.0) * entry) / n + penalty


def minibatches(x, y, size, seed):
    order = onp.random.default_rng(seed).permutation(len(x))
    for i in range(0, len(x), size):
        pick = order[i:i + size]
        yield x[pick], y[pick], class_weights(y[pick])


def fit(epochs=4, rate=0.5):
    x, y = load()
    x = polynomial(x)
    w = jnp.zeros(x.shape[1] + 1)
    grad = jax.grad(loss)
    trace = onp.zeros(epochs)
    for e in range(epochs):
        for batch in minibatches(x, y, 40, seed=e):
            w = w - rate * grad(w, *batch)
        trace[e] = loss(w, x, y, onp.ones(len(y), onp.float32))
        if e and trace[e] > trace[e - 1]:
            rate *= 0.5
    return w, trace, (x, y)


if __name__ == "__main__":
    w, trace, (x, y) = fit()
    assert trace[-1] < onp.log(2.0) * 1.01
    from jax.test_util import check_grads
    check_grads(lambda v: loss(v, x, y, class_weights(y)), (w,), order=1, modes=["rev"], rtol=2e-2)
