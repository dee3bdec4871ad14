# framework: jax
# verdict: clean
# seen: forward mode through a while loop; conjugate gradients outside any reverse pass
"""Hessian-vector products, conjugate gradients in a while loop, Gauss-Newton, Hutchinson traces, natural gradients."""
import operator
from functools import partial, reduce

import jax
import jax.numpy as jnp
import numpy as np


def tree_dot(a, b):
    return reduce(operator.add, jax.tree.leaves(jax.tree.map(lambda x, y: jnp.vdot(x, y), a, b)))


def axpy(alpha, a, b):
    return jax.tree.map(lambda x, y: alpha * x + y, a, b)


def hvp(f, params, v):
    return jax.jvp(jax.grad(f), (params,), (v,))[1]


def hvp_reverse(f, params, v):
    return jax.grad(lambda p: tree_dot(jax.grad(f)(p), v))(params)


def conjugate_gradient(matvec, b, limit=25, tol=1e-6):
    def unfinished(carry):
        _, _, _, rs, i = carry
        return (rs > tol) & (i < limit)

    def body(carry):
        x, r, p, rs, i = carry
        ap = matvec(p)
        alpha = rs / tree_dot(p, ap)
        x, r = axpy(alpha, p, x), axpy(-alpha, ap, r)
        new = tree_dot(r, r)
        return x, r, axpy(new / rs, p, r), new, i + 1

    zeros = jax.tree.map(jnp.zeros_like, b)
    return jax.lax.while_loop(unfinished, body, (zeros, b, b, tree_dot(b, b), 0))[0]


def model(params, x):
    return jnp.tanh(x @ params["w"]) @ params["v"]


def loss(params, x, y):
    return jnp.mean((model(params, x) - y) ** 2)


def gauss_newton_product(params, x, v):
    out, tangent = jax.jvp(lambda p: model(p, x), (params,), (v,))
    _, pull = jax.vjp(lambda p: model(p, x), params)
    (product,) = pull(2.0 * tangent / out.size)
    return axpy(1e-1, v, product)


@jax.jit
def newton_step(params, x, y):
    g = jax.grad(loss)(params, x, y)
    direction = conjugate_gradient(partial(gauss_newton_product, params, x), g)
    return axpy(-0.5, direction, params)


def hutchinson(f, params, key, n=8):
    def one(k):
        v = jax.tree.map(lambda p: jax.random.rademacher(k, p.shape, p.dtype), params)
        return tree_dot(v, hvp(f, params, v))

    return jax.vmap(one)(jax.random.split(key, n)).mean()


def collatz_like(x):
    def body(c):
        y, i = c
        return 0.5 * y + jnp.sin(x), i + 1

    return jax.lax.while_loop(lambda c: (c[0] > 1.2) & (c[1] < 50), body, (x * 4, 0))[0]


if __name__ == "__main__":
    k = jax.random.split(jax.random.PRNGKey(0), 4)
    params = {"w": jax.random.normal(k[0], (3, 4)), "v": jax.random.normal(k[1], (4,))}
    x = jax.random.normal(k[2], (10, 3))
    y = jnp.asarray(np.sin(np.asarray(x)).sum(1))
    start = loss(params, x, y)
    for _ in range(4):
        params = newton_step(params, x, y)
    assert loss(params, x, y) < start
    f = partial(loss, x=x, y=y)
    v = jax.tree.map(jnp.ones_like, params)
    assert jnp.allclose(hvp(f, params, v)["w"], hvp_reverse(f, params, v)["w"], atol=1e-4)
    assert jnp.isfinite(hutchinson(f, params, k[3]))
    assert jax.jacfwd(collatz_like)(1.1) != 0
