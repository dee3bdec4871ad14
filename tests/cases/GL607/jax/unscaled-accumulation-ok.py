# framework: jax
# verdict: clean
# seen: three ways to the full batch
import jax
import jax.numpy as jnp
import optax

STEPS = 4


def loss_fn(params, x, y):
    return jnp.mean((x @ params - y) ** 2)


def averaged(params, micro):
    total = jnp.zeros_like(params)
    for x, y in micro:
        total = total + jax.grad(loss_fn)(params, x, y)
    return total / len(micro)


def prescaled(params, micro):
    total = jnp.zeros_like(params)
    for x, y in micro:
        total += jax.grad(lambda p: loss_fn(p, x, y) / STEPS)(params)
    return total


key = jax.random.PRNGKey(0)
x, y = jax.random.normal(key, (32, 3)), jax.random.normal(key, (32,))
params = jnp.array([0.1, -0.2, 0.3])
micro = list(zip(jnp.split(x, STEPS), jnp.split(y, STEPS)))
full = x.T @ (x @ params - y) / 16.0
assert jnp.allclose(averaged(params, micro), full, atol=1e-5)
assert jnp.allclose(prescaled(params, micro), full, atol=1e-5)
tx = optax.MultiSteps(optax.sgd(0.1), every_k_schedule=STEPS)
state, moved = tx.init(params), params
for xb, yb in micro:
    updates, state = tx.update(jax.grad(loss_fn)(moved, xb, yb), state, moved)
    moved = optax.apply_updates(moved, updates)
assert jnp.allclose(moved, params - 0.1 * full, atol=1e-5)
print("OBSERVED clean", "three ways to the full batch")
