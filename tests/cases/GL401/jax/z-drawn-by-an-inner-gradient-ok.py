# framework: jax
# verdict: clean
# seen: the drawn points are constants
import jax
import jax.numpy as jnp
from jax import random


def energy(p, x):
    return jnp.squeeze(jax.nn.softplus(x @ p["a"]) @ p["b"], -1)


score = jax.grad(lambda x, p: -energy(p, x))


def drawn(p, x, key):
    def body(x, k):
        return x + 0.01 * jax.vmap(score, (0, None))(x, p) + 0.1 * random.normal(k, x.shape), None

    x, _ = jax.lax.scan(body, x, random.split(key, 4))
    return jax.lax.stop_gradient(x)


def contrast(p, x, key):
    return energy(p, x).mean() - energy(p, drawn(p, x, key)).mean()


p = {"a": random.normal(random.PRNGKey(0), (2, 6)), "b": jnp.ones((6, 1)), "scale": jnp.ones(())}
value, grads = jax.value_and_grad(contrast)(p, jnp.ones((8, 2)), random.PRNGKey(1))
print("OBSERVED clean", grads["a"].shape)
