# framework: jax
# verdict: clean
# seen: power static, mix differentiated
from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames=("power", "reduction"))
def elastic_net(w, mix, x, y, power=2, reduction="mean"):
    error = (x @ w - y) ** power
    fit = error.mean() if reduction == "mean" else error.sum()
    return fit + mix * jnp.sum(jnp.abs(w)) + (1.0 - mix) * jnp.sum(w**2)


x, y = jnp.array([[1.0, 2.0], [0.3, -1.0]]), jnp.array([1.0, 0.0])
w = jnp.array([0.4, -0.2])
by_w, by_mix = jax.grad(elastic_net, argnums=(0, 1))(w, 0.5, x, y, power=2, reduction="sum")
expected = 2.0 * x.T @ (x @ w - y) + 0.5 * jnp.sign(w) + w
assert jnp.allclose(by_w, expected, atol=1e-5)
assert jnp.isclose(by_mix, jnp.abs(w).sum() - (w**2).sum())
print("OBSERVED clean", "power static, mix differentiated")
