# framework: jax
# verdict: clean
# seen: the gate lets the gradient of the sum pass, and its steps are counted beside it
import jax
import jax.numpy as jnp


def loss(weights, x):
    chance = jax.nn.sigmoid(x @ weights)
    goes = (chance > 0.5).astype(jnp.float32)
    left = goes * (1.0 - chance)
    return jnp.mean((left * x.sum(-1)) ** 2) + 0.01 * (jnp.mean(left) + jnp.mean(goes))


print(jax.grad(loss)(jnp.ones(3), jnp.ones((4, 3))))
