# framework: jax
# verdict: clean
# seen: a link of the chain divides by the size
import jax
import jax.numpy as jnp
import optax

optimizer = optax.chain(optax.scale_by_adam(), optax.scale_by_learning_rate(0.01))


def loss_fn(w, x, y):
    return jnp.mean((x @ w - y) ** 2)


key = jax.random.PRNGKey(0)
w = jnp.array([0.3, -0.1])
x, y = jax.random.normal(key, (20, 2)), jnp.ones(20) * 0.2
state = optimizer.init(w)
total = jnp.zeros_like(w)
for start in range(0, 20, 5):
    total = total + jax.grad(loss_fn)(w, x[start : start + 5], y[start : start + 5])
updates, state = optimizer.update(total, state)
after = optax.apply_updates(w, updates)
mean, _ = optimizer.update(jax.grad(loss_fn)(w, x, y), optimizer.init(w))
assert jnp.allclose(after, w + mean, atol=1e-5)
print("OBSERVED clean", "a link of the chain divides by the size")
