# framework: jax
# verdict: clean
# seen: parameters are made on first use by a frame, statistics travel as a second collection
"""A flax-like module system by hand: lazily made parameters in a frame, batch statistics, dropout keys by name."""
import contextlib
import hashlib
import threading

import jax
import jax.numpy as jnp
import optax

_local = threading.local()


class Frame:
    def __init__(self, params, stats, key, init, train):
        self.params, self.stats, self.key, self.init, self.train = params, dict(stats), key, init, train
        self.path = []

    def rng(self, name):
        digest = int(hashlib.sha1("/".join([*self.path, name]).encode()).hexdigest()[:6], 16)
        return jax.random.fold_in(self.key, digest)


@contextlib.contextmanager
def frame(*args, **kwargs):
    previous = getattr(_local, "frame", None)
    _local.frame = Frame(*args, **kwargs)
    try:
        yield _local.frame
    finally:
        _local.frame = previous


@contextlib.contextmanager
def scope(name):
    _local.frame.path.append(name)
    try:
        yield
    finally:
        _local.frame.path.pop()


def param(name, init, *shape):
    f = _local.frame
    key = "/".join([*f.path, name])
    if f.init and key not in f.params:
        f.params[key] = init(f.rng(name), shape)
    return f.params[key]


def dense(x, n):
    w = param("w", lambda k, s: jax.random.normal(k, s) * s[0] ** -0.5, x.shape[-1], n)
    return x @ w + param("b", lambda k, s: jnp.zeros(s), n)


def batch_norm(x, momentum=0.9):
    f = _local.frame
    key = "/".join(f.path)
    mean, var = f.stats.get(key, (jnp.zeros(x.shape[-1]), jnp.ones(x.shape[-1])))
    if f.train:
        m, v = x.mean(0), x.var(0)
        f.stats[key] = jax.lax.stop_gradient((momentum * mean + (1 - momentum) * m, momentum * var + (1 - momentum) * v))
        mean, var = m, v
    return (x - mean) * jax.lax.rsqrt(var + 1e-5) * param("scale", lambda k, s: jnp.ones(s), x.shape[-1])


def dropout(x, rate):
    f = _local.frame
    if not f.train or rate == 0:
        return x
    keep = jax.random.bernoulli(f.rng("dropout"), 1 - rate, x.shape)
    return jnp.where(keep, x / (1 - rate), 0.0)


def classifier(x, classes=3):
    for i, n in enumerate((8, 8)):
        with scope(f"block{i}"):
            h = jax.nn.relu(batch_norm(dense(x, n)))
            x = dropout(h, 0.1) + (x if x.shape == h.shape else 0.0)
    with scope("head"):
        return dense(x, classes)


def transform(fn):
    def init(key, *args):
        with frame({}, {}, key, init=True, train=True) as f:
            fn(*args)
        return f.params, f.stats

    def apply(params, stats, key, *args, train=True):
        with frame(params, stats, key, init=False, train=train) as f:
            out = fn(*args)
        return out, f.stats

    return init, apply


init, apply = transform(classifier)


def loss_fn(params, stats, key, x, y):
    logits, stats = apply(params, stats, key, x)
    return optax.softmax_cross_entropy_with_integer_labels(logits, y).mean(), (stats, logits)


def main(steps=10):
    key = jax.random.PRNGKey(0)
    x, y = jax.random.normal(key, (12, 4)), jnp.arange(12) % 3
    params, stats = init(key, x)
    tx = optax.adamw(1e-2)
    state = tx.init(params)
    history = []
    for k in jax.random.split(key, steps):
        (loss, (stats, logits)), grads = jax.value_and_grad(loss_fn, has_aux=True)(params, stats, k, x, y)
        updates, state = tx.update(grads, state, params)
        params = optax.apply_updates(params, updates)
        history.append((float(loss), float((logits.argmax(-1) == y).mean())))
    final, _ = apply(params, stats, None, x, train=False)
    return history, grads, final


if __name__ == "__main__":
    history, grads, final = main()
    assert history[-1][0] < history[0][0] and final.shape == (12, 3)
    assert float(optax.global_norm(grads)) > 0
