# framework: jax
# verdict: clean
# seen: both solves run in while loops inside a custom rule
"""Deep equilibrium model: while loops forward and backward, joined by a custom VJP."""
from functools import partial

import jax
import jax.numpy as jnp
import optax


def fixed_point(f, z, tol=1e-6, limit=200):
    def unfinished(carry):
        prev, z, i = carry
        return (jnp.linalg.norm(z - prev) > tol) & (i < limit)

    def body(carry):
        _, z, i = carry
        return z, f(z), i + 1

    return jax.lax.while_loop(unfinished, body, (z, f(z), 0))[1]


@partial(jax.custom_vjp, nondiff_argnums=(0,))
def equilibrium(f, params, x):
    return fixed_point(lambda z: f(params, x, z), jnp.zeros_like(x))


def equilibrium_fwd(f, params, x):
    z = equilibrium(f, params, x)
    return z, (params, x, z)


def equilibrium_bwd(f, saved, z_bar):
    params, x, z = saved
    _, vjp_z = jax.vjp(lambda z: f(params, x, z), z)
    u = fixed_point(lambda u: vjp_z(u)[0] + z_bar, jnp.zeros_like(z))
    _, vjp_args = jax.vjp(lambda p, x: f(p, x, z), params, x)
    return vjp_args(u)


equilibrium.defvjp(equilibrium_fwd, equilibrium_bwd)


def cell(params, x, z):
    return jnp.tanh(z @ params["w"] + x @ params["u"] + params["b"])


def loss(params, x, y):
    z = equilibrium(cell, params["cell"], x)
    return jnp.mean((z @ params["out"] - y) ** 2)


if __name__ == "__main__":
    k = jax.random.split(jax.random.PRNGKey(0), 5)
    params = {
        "cell": {"w": 0.2 * jax.random.normal(k[0], (4, 4)), "u": jax.random.normal(k[1], (4, 4)), "b": jnp.zeros(4)},
        "out": jax.random.normal(k[2], (4, 1)),
    }
    x, y = jax.random.normal(k[3], (6, 4)), jax.random.normal(k[4], (6, 1))
    tx = optax.sgd(0.05)
    state = tx.init(params)
    start = loss(params, x, y)
    step = jax.jit(jax.value_and_grad(loss))
    for _ in range(10):
        value, grads = step(params, x, y)
        updates, state = tx.update(grads, state)
        params = optax.apply_updates(params, updates)
    assert loss(params, x, y) < start
    up = jax.tree.map(jnp.copy, params)
    up["cell"]["b"] = up["cell"]["b"].at[0].add(1e-2)
    down = jax.tree.map(jnp.copy, params)
    down["cell"]["b"] = down["cell"]["b"].at[0].add(-1e-2)
    fd = (loss(up, x, y) - loss(down, x, y)) / 2e-2
    assert abs(fd - jax.grad(loss)(params, x, y)["cell"]["b"][0]) < 1e-2
