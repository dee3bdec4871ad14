# framework: jax
# verdict: clean
# seen: both terms have a gradient
import jax
import jax.numpy as jnp


def discounted(scores, gains):
    rank = jax.nn.sigmoid(scores[:, None, :] - scores[:, :, None]).sum(-1)
    return -jnp.mean(jnp.sum(gains / jnp.log2(rank + 2.0), -1))


@jax.jit
def step(weights, batch):
    def loss(weights):
        scores = batch["x"] @ weights
        parts = {"error": jnp.mean((scores - batch["gains"]) ** 2), "rank": discounted(scores, batch["gains"])}
        return sum(parts.values())

    return weights - 0.1 * jax.grad(loss)(weights)


print(step(jnp.ones(3), {"x": jnp.arange(24.0).reshape(2, 4, 3) / 24, "gains": jnp.ones((2, 4))}))
