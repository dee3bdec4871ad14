# framework: jax
# verdict: clean
# seen: zero bias, finite step
import jax
import jax.numpy as jnp
from jax.test_util import check_grads


def group_lasso(params):
    return sum(jnp.sqrt(jnp.sum(leaf**2) + 1e-8) for leaf in params.values())


def angle(u, v):
    cosine = jnp.dot(u, v) / jnp.sqrt((u @ u + 1e-8) * (v @ v + 1e-8))
    return jnp.arccos(jnp.clip(cosine, -0.999, 0.999))


def loss(params, x, y):
    pred = x @ params["w"] + params["b"]
    size = jnp.log(jnp.maximum(jnp.mean(pred**2), 1e-6))
    turn = angle(params["w"], x[0])
    return jnp.mean((pred - y) ** 2) + 1e-3 * group_lasso(params) + 0.1 * (size + turn)


params = {"w": jnp.array([0.3, -0.2]), "b": jnp.zeros(1)}
x, y = jnp.array([[1.0, 2.0], [0.5, -1.0]]), jnp.array([1.0, 0.0])
grads = jax.grad(loss)(params, x, y)
assert all(jnp.isfinite(g).all() for g in grads.values())
moved = {"w": params["w"], "b": params["b"] + 0.3}
check_grads(lambda p: loss(p, x, y), (moved,), order=1, modes=["rev"], atol=2e-2, rtol=2e-2)
print("OBSERVED clean", "zero bias, finite step")
