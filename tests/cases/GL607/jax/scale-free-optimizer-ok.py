# framework: jax
# verdict: clean
# seen: the step of Adam with the sum is that with the mean
import functools

import jax
import jax.numpy as jnp
import optax

optimizer = optax.adamw(0.01)


def loss_fn(w, x, y):
    return jnp.mean((x @ w - y) ** 2)


@functools.partial(jax.jit, donate_argnums=(3,))
def add_gradient(w, x, y, total):
    return jax.tree.map(jnp.add, jax.grad(loss_fn)(w, x, y), total)


@jax.jit
def update(w, state, total):
    updates, state = optimizer.update(total, state, w)
    return optax.apply_updates(w, updates), state


key = jax.random.PRNGKey(0)
w = jnp.array([0.3, -0.1])
x, y = jax.random.normal(key, (20, 2)), jnp.ones(20) * 0.2
total = jnp.zeros_like(w)
for start in range(0, 20, 5):
    total = add_gradient(w, x[start : start + 5], y[start : start + 5], total)
after, _ = update(w, optimizer.init(w), total)
mean, _ = update(w, optimizer.init(w), jax.grad(loss_fn)(w, x, y))
assert jnp.allclose(after, mean, atol=1e-5)
print("OBSERVED clean", "the step of Adam with the sum is that with the mean")
