# framework: jax
# verdict: wrong
# seen: the frozen encoder shrinks
import jax
import jax.numpy as jnp
import optax
from jax import lax


def loss_fn(weights, x, y):
    hidden = jax.nn.relu(x @ lax.stop_gradient(weights["encoder"]))
    return jnp.mean((hidden @ weights["head"] - y) ** 2)


optimizer = optax.adamw(learning_rate=0.1, weight_decay=0.01)  # HAZARD GL324
weights = {"encoder": jnp.ones((2, 4)), "head": jnp.zeros(4)}
opt_state = optimizer.init(weights)
for _ in range(2):
    grads = jax.grad(loss_fn)(weights, jnp.ones((5, 2)), jnp.ones(5))
    updates, opt_state = optimizer.update(grads, opt_state, weights)
    weights = optax.apply_updates(weights, updates)
assert jnp.all(weights["encoder"] < 1.0)
print("OBSERVED wrong")
