# framework: jax
# verdict: clean
# seen: modules are pytrees, static fields stay static, gradients come back as modules
"""An equinox-like module system by hand: pytrees of parameters with static fields, filtered transforms."""
import dataclasses
from typing import Any, Callable

import jax
import jax.numpy as jnp
import numpy as np
import optax


def static(**kwargs):
    return dataclasses.field(metadata={"static": True}, **kwargs)


class Module:
    def __init_subclass__(cls):
        dataclasses.dataclass(frozen=True, eq=False)(cls)
        data = [f.name for f in dataclasses.fields(cls) if not f.metadata.get("static")]
        meta = [f.name for f in dataclasses.fields(cls) if f.metadata.get("static")]
        jax.tree_util.register_dataclass(cls, data, meta)

    def replace(self, **kwargs):
        return dataclasses.replace(self, **kwargs)


class Linear(Module):
    weight: Any
    bias: Any

    @classmethod
    def create(cls, key, n_in, n_out):
        return cls(jax.random.normal(key, (n_in, n_out)) / np.sqrt(n_in), jnp.zeros(n_out))

    def __call__(self, x):
        return x @ self.weight + self.bias


class Norm(Module):
    scale: Any
    eps: float = static(default=1e-5)

    def __call__(self, x):
        return self.scale * (x - x.mean(-1, keepdims=True)) * jax.lax.rsqrt(x.var(-1, keepdims=True) + self.eps)


class MLP(Module):
    layers: list
    norms: list
    act: Callable = static(default=jax.nn.relu)
    residual: bool = static(default=False)

    @classmethod
    def create(cls, key, sizes, **kwargs):
        keys = jax.random.split(key, len(sizes) - 1)
        layers = [Linear.create(k, a, b) for k, a, b in zip(keys, sizes, sizes[1:])]
        return cls(layers, [Norm(jnp.ones(n)) for n in sizes[1:-1]], **kwargs)

    def __call__(self, x):
        *body, head = self.layers
        for layer, norm in zip(body, self.norms, strict=True):
            h = self.act(norm(layer(x)))
            x = x + h if self.residual and h.shape == x.shape else h
        return head(x)

    @property
    def size(self):
        return sum(leaf.size for leaf in jax.tree.leaves(self))


def is_float(x):
    return isinstance(x, (jax.Array, np.ndarray)) and jnp.issubdtype(x.dtype, jnp.floating)


def partition(tree, predicate=is_float):
    yes = jax.tree.map(lambda x: x if predicate(x) else None, tree)
    no = jax.tree.map(lambda x: None if predicate(x) else x, tree)
    return yes, no


def combine(yes, no):
    return jax.tree.map(lambda a, b: b if a is None else a, yes, no, is_leaf=lambda x: x is None)


def filter_value_and_grad(fn):
    def wrapped(model, *args, **kwargs):
        diff, rest = partition(model)
        return jax.value_and_grad(lambda d: fn(combine(d, rest), *args, **kwargs))(diff)

    return wrapped


@filter_value_and_grad
def loss_fn(model, x, y):
    return jnp.mean((jax.vmap(model)(x)[:, 0] - y) ** 2)


def fit(model, x, y, steps=15):
    tx = optax.adam(3e-2)
    state = tx.init(partition(model)[0])
    history = []
    for _ in range(steps):
        loss, grads = loss_fn(model, x, y)
        updates, state = tx.update(grads, state)
        model = optax.apply_updates(model, updates)
        history.append(loss.item())
    return model, history, grads


if __name__ == "__main__":
    model = MLP.create(jax.random.PRNGKey(0), (3, 8, 8, 1), residual=True, act=jnp.tanh)
    x = jax.random.normal(jax.random.PRNGKey(1), (20, 3))
    model, history, grads = fit(model, x, jnp.sin(x).sum(-1))
    print(f"{model.size} parameters, loss {history[-1]:.4f}")
    assert history[-1] < 0.5 * history[0] and isinstance(grads, MLP)
    assert all(float(jnp.abs(g).max()) > 0 for g in jax.tree.leaves(grads))
