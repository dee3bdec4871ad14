# framework: jax
# verdict: clean
# seen: momentum as by hand
import jax
import jax.numpy as jnp
import optax

tx = optax.sgd(0.01, momentum=0.9)


def loss_fn(params, x, y):
    return jnp.mean((x @ params - y) ** 2)


@jax.jit
def step(params, opt_state, x, y):
    grads = jax.grad(loss_fn)(params, x, y)
    updates, new_state = tx.update(grads, opt_state)
    return optax.apply_updates(params, updates), new_state


x, y = jnp.eye(2), jnp.array([3.0, -1.0])
params, state = jnp.zeros(2), tx.init(jnp.zeros(2))
hand, speed = jnp.zeros(2), jnp.zeros(2)
for _ in range(6):
    speed = 0.9 * speed + jax.grad(loss_fn)(hand, x, y)
    hand = hand - 0.01 * speed
    params, state = step(params, state, x, y)
assert jnp.allclose(params, hand, atol=1e-6)
print("OBSERVED clean", "momentum as by hand")
