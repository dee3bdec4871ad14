# framework: jax
# verdict: clean
# seen: template left open
"""A template to copy from, beside an algorithm that was made of it."""

import jax
import jax.numpy as jnp
import optax


def template_step(params, opt_state, optimizer):
    """Copy this function and write the loss where the dots are."""

    def loss_fn(params):
        # Compute the loss of your model here.
        ...
        return loss

    loss, grads = jax.value_and_grad(loss_fn)(params)
    updates, opt_state = optimizer.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, loss


def step(params, opt_state, optimizer, x, y):
    def loss_fn(params):
        return jnp.mean((x @ params["w"] + params["b"] - y) ** 2)

    loss, grads = jax.value_and_grad(loss_fn)(params)
    updates, opt_state = optimizer.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, loss


x = jnp.array([[1.0, 2.0], [0.0, 1.0], [2.0, -1.0]])
y = x @ jnp.array([1.0, -2.0]) + 0.5
params = {"w": jnp.zeros(2), "b": jnp.zeros(())}
optimizer = optax.adam(0.1)
opt_state = optimizer.init(params)
losses = []
for _ in range(60):
    params, opt_state, loss = step(params, opt_state, optimizer, x, y)
    losses.append(float(loss))
print("OBSERVED", "clean" if losses[-1] < 0.1 * losses[0] else "wrong", "template left open")
