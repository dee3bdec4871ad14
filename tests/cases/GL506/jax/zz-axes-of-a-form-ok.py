# framework: jax
# verdict: clean
# seen: clean
import jax
import jax.numpy as jnp
from jax import api_util


def axes_of(arrays, axes):
    leaves, form = jax.tree.flatten(arrays)
    flat = api_util.flatten_axes("axes", form, axes)
    found = []
    for leaf, axis in zip(leaves, flat):
        if axis < 0:
            axis = axis + jnp.ndim(leaf)
        found.append(axis)
    return form.unflatten(found)


def total(x, y):
    first, second = axes_of((x, y), (-1, 0))
    return jnp.sum(x, axis=first) @ jnp.sum(y, axis=second)


print(jax.jit(jax.grad(total))(jnp.ones((3, 2)), jnp.ones((4, 3))))
