# framework: jax
# verdict: wrong
# seen: momentum never builds up
import jax
import jax.numpy as jnp
import optax


def loss_fn(params, x, y):
    return jnp.mean((x @ params - y) ** 2)


def train(params, x, y, steps):
    tx = optax.sgd(0.01, momentum=0.9)
    opt_state = tx.init(params)
    for _ in range(steps):
        grads = jax.grad(loss_fn)(params, x, y)
        updates, new_state = tx.update(grads, opt_state)  # HAZARD GL208
        params = optax.apply_updates(params, updates)
    return params


x, y = jnp.eye(2), jnp.array([3.0, -1.0])
got = train(jnp.zeros(2), x, y, 6)
plain = jnp.zeros(2)
for _ in range(6):
    plain = plain - 0.01 * jax.grad(loss_fn)(plain, x, y)
assert jnp.allclose(got, plain, atol=1e-6)
print("OBSERVED wrong", "momentum never builds up")
