# framework: jax
# verdict: clean
# seen: haiku-like frames hold tracers only while the transform runs
"""A miniature of haiku: get_parameter() inside, pure init/apply outside."""
import contextlib
from types import SimpleNamespace

import jax
import jax.numpy as jnp
import numpy as np

_FRAMES = []


@contextlib.contextmanager
def frame(params, key):
    _FRAMES.append(SimpleNamespace(params=params, key=key, creating=params is None, made={}))
    try:
        yield _FRAMES[-1]
    finally:
        _FRAMES.pop()


def get_parameter(name, shape, init):
    top = _FRAMES[-1]
    if top.creating:
        top.key, sub = jax.random.split(top.key)
        top.made[name] = init(sub, shape)
        return top.made[name]
    return top.params[name]


def transform(fn):
    def init(key, *args):
        with frame(None, key) as f:
            fn(*args)
        return f.made

    def apply(params, *args):
        with frame(params, None):
            return fn(*args)

    return SimpleNamespace(init=init, apply=apply)


class Linear:
    def __init__(self, n, name):
        self.n, self.name = n, name

    def __call__(self, x):
        fan_in = x.shape[-1]
        he = lambda k, s: jax.random.normal(k, s) * np.sqrt(2.0 / fan_in)
        w = get_parameter(self.name + "/w", (fan_in, self.n), he)
        b = get_parameter(self.name + "/b", (self.n,), lambda k, s: jnp.zeros(s))
        return x @ w + b


@transform
def model(x):
    for i, width in enumerate((8, 8)):
        x = jax.nn.gelu(Linear(width, f"layer{i}")(x))
    return Linear(1, "head")(x)[:, 0]


@jax.jit
def step(params, x, y):
    loss, g = jax.value_and_grad(lambda p: jnp.mean((model.apply(p, x) - y) ** 2))(params)
    return {k: v - 0.05 * g[k] for k, v in params.items()}, loss, g


def train(steps=5):
    rng = np.random.default_rng(0)
    x = rng.normal(size=(32, 3)).astype(np.float32)
    y = np.sin(x).sum(axis=1)
    params = model.init(jax.random.PRNGKey(0), x[:1])
    losses = []
    for _ in range(steps):
        params, loss, g = step(params, x, y)
        losses.append(float(loss))
    return losses, g


if __name__ == "__main__":
    losses, g = train()
    assert len(g) == 6 and losses[-1] < losses[0] and not _FRAMES
    assert all(float(jnp.abs(v).max()) > 0 for v in g.values())
