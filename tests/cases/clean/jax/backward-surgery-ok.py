# framework: jax
# verdict: clean
# seen: custom_vjp rules that clip, flip or give the exact derivative
"""Identity functions that change only the gradient."""
import functools

import jax
import jax.numpy as jnp
from jax.test_util import check_grads


@functools.partial(jax.custom_vjp, nondiff_argnums=(1,))
def clip_backward(x, limit):
    return x


def _clip_fwd(x, limit):
    return x, None


def _clip_bwd(limit, _, g):
    norm = jnp.sqrt(jnp.sum(g * g) + 1e-12)
    return (g * jnp.minimum(1.0, limit / norm),)


clip_backward.defvjp(_clip_fwd, _clip_bwd)


@jax.custom_vjp
def flip(x, strength):
    return x


flip.defvjp(lambda x, s: (x, s), lambda s, g: (-s * g, None))


@jax.custom_vjp
def swish(x):
    return x * jax.nn.sigmoid(x)


def swish_fwd(x):
    s = jax.nn.sigmoid(x)
    return x * s, (x, s)


def swish_bwd(residuals, g):
    x, s = residuals
    return (g * (s + x * s * (1.0 - s)),)


swish.defvjp(swish_fwd, swish_bwd)


def network(params, x, strength):
    h = swish(x @ params["w1"])
    h = clip_backward(h, 0.5)
    label = h @ params["w2"]
    domain = flip(h, strength) @ params["w3"]
    return label, domain


@jax.jit
def grads(params, x, y, d, strength):
    def loss(p):
        label, domain = network(p, x, strength)
        return jnp.mean((label - y) ** 2) + jnp.mean((domain - d) ** 2)

    return jax.grad(loss)(params)


if __name__ == "__main__":
    ks = jax.random.split(jax.random.PRNGKey(1), 5)
    p = {"w1": jax.random.normal(ks[0], (3, 4)), "w2": jax.random.normal(ks[1], (4, 1)), "w3": jax.random.normal(ks[2], (4, 1))}
    x, y = jax.random.normal(ks[3], (6, 3)), jax.random.normal(ks[4], (6, 1))
    g = grads(p, x, y, -y, 0.3)
    assert all(float(jnp.abs(v).max()) > 0 for v in jax.tree.leaves(g))
    check_grads(swish, (x,), order=1, modes=["rev"], rtol=2e-2)
