# framework: jax
# verdict: wrong
# seen: the gradient is that of all 6 x 6 pairs
import jax
import jax.numpy as jnp


def huber(error, delta=1.0, squared=False):
    if squared:
        return error**2
    return jnp.where(jnp.abs(error) < delta, 0.5 * error**2, delta * (jnp.abs(error) - 0.5 * delta))


def loss(w, x, action, reward):
    chosen = jnp.take_along_axis(x @ w, action[:, None], axis=-1)
    return huber(chosen - reward).mean()  # HAZARD GL510


def right(w, x, action, reward):
    chosen = jnp.take_along_axis(x @ w, action[:, None], axis=-1)
    return huber(chosen.squeeze(-1) - reward).mean()


def batch(key, size=6):
    a, b, c = jax.random.split(key, 3)
    x = jax.random.normal(a, (size, 4))
    return x, jax.random.randint(b, (size,), 0, 3), jax.random.uniform(c, shape=(size,))


w, data = jnp.ones((4, 3)), batch(jax.random.key(1))
print("OBSERVED", "clean" if jnp.allclose(jax.grad(loss)(w, *data), jax.grad(right)(w, *data)) else "wrong")
