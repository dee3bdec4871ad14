# framework: jax
# verdict: clean
# seen: while_loop only inside a custom_vjp with implicit differentiation (finite differences)
"""Deep equilibrium layer: while_loop in the forward pass, implicit function theorem in the backward pass."""
from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def iterate(f, z0, tol=1e-6, limit=200):
    def cond(carry):
        prev, z, n = carry
        return jnp.logical_and(jnp.max(jnp.abs(prev - z)) > tol, n < limit)

    def body(carry):
        _, z, n = carry
        return z, f(z), n + 1

    return lax.while_loop(cond, body, (z0, f(z0), 0))[1]


@partial(jax.custom_vjp, nondiff_argnums=(0,))
def fixed_point(f, params, x):
    return iterate(lambda z: f(params, x, z), jnp.zeros_like(x))


def fp_fwd(f, params, x):
    z = fixed_point(f, params, x)
    return z, (params, x, z)


def fp_bwd(f, res, zbar):
    params, x, z = res
    _, vjp_z = jax.vjp(lambda z: f(params, x, z), z)
    _, vjp_ax = jax.vjp(lambda p, x: f(p, x, z), params, x)
    u = iterate(lambda u: zbar + vjp_z(u)[0], zbar)
    return vjp_ax(u)


fixed_point.defvjp(fp_fwd, fp_bwd)


def layer(params, x, z):
    return jnp.tanh(params["a"] @ z + params["b"] + x)


@jax.jit
def loss(params, x, y):
    z = fixed_point(layer, params, x)
    return jnp.sum((z - y) ** 2)


def train(params, x, y, lr=0.1, steps=5):
    for _ in range(steps):
        value, g = jax.value_and_grad(loss)(params, x, y)
        params = jax.tree.map(lambda p, d: p - lr * d, params, g)
    return value, params


if __name__ == "__main__":
    a = 0.3 * jax.random.normal(jax.random.PRNGKey(0), (4, 4))
    p = {"a": a, "b": jnp.ones(4) * 0.1}
    x, y = jnp.arange(4.0) / 4.0, jnp.zeros(4)
    g = jax.grad(loss)(p, x, y)
    e = jnp.zeros((4, 4)).at[1, 2].set(1e-2)
    fd = (loss({**p, "a": a + e}, x, y) - loss({**p, "a": a - e}, x, y)) / 2e-2
    assert jnp.allclose(fd, g["a"][1, 2], rtol=2e-2, atol=1e-3)
    assert train(p, x, y)[0] < loss(p, x, y)
