# framework: jax
# verdict: wrong
# seen: the ranks add nothing to the gradient
import jax
import jax.numpy as jnp


def discounted(scores, gains):
    rank = jnp.argsort(jnp.argsort(-scores))  # HAZARD GL403
    return -jnp.mean(jnp.sum(gains / jnp.log2(rank + 2.0), -1))


@jax.jit
def step(weights, batch):
    def loss(weights):
        scores = batch["x"] @ weights
        parts = {"error": jnp.mean((scores - batch["gains"]) ** 2), "rank": discounted(scores, batch["gains"])}
        return sum(parts.values())

    return weights - 0.1 * jax.grad(loss)(weights)


batch = {"x": jax.random.normal(jax.random.key(0), (20, 4, 3)), "gains": jnp.arange(80.0).reshape(20, 4) / 80}
print(step(jnp.array([0.4, -0.2, 0.3]), batch))
