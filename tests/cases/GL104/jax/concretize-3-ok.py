# framework: jax
# verdict: clean
# seen: four steps down
import jax
import jax.numpy as jnp
from jax import jit, value_and_grad
from jax.test_util import check_grads


def worst_half(per_example):
    ranked = jnp.sort(per_example)[::-1]
    return jnp.mean(ranked[: len(per_example) // 2])


def robust_loss(w, x, y):
    return worst_half((x @ w - y) ** 2)


@jit
def step(w, x, y):
    value, slope = value_and_grad(robust_loss)(w, x, y)
    return value, w - 0.05 * slope


x = jax.random.normal(jax.random.PRNGKey(0), (6, 2))
y = jnp.zeros(6)
w = jnp.ones(2)
check_grads(lambda v: robust_loss(v, x, y), (w,), order=1, modes=["rev"], atol=1e-2, rtol=1e-2)
losses = []
for _ in range(4):
    value, w = step(w, x, y)
    losses.append(float(value))
assert losses[-1] < losses[0] and len(w.tolist()) == 2
print("OBSERVED clean", "four steps down")
