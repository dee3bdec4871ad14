# framework: jax
# verdict: clean
# seen: gradient as expected
import jax
import jax.numpy as jnp


def bilinear(image, xy):
    base = jnp.floor(xy).astype(jnp.int32)
    frac = xy - jnp.floor(xy)
    x, y = base[:, 0], base[:, 1]
    top = image[y, x] * (1 - frac[:, 0]) + image[y, x + 1] * frac[:, 0]
    low = image[y + 1, x] * (1 - frac[:, 0]) + image[y + 1, x + 1] * frac[:, 0]
    return top * (1 - frac[:, 1]) + low * frac[:, 1]


def loss(offset, image, grid):
    return jnp.mean(bilinear(image, grid + offset) ** 2)


def reinforce(logits, key, reward):
    action = jax.random.categorical(key, logits)
    return -jax.nn.log_softmax(logits)[action] * reward[action]


def gumbel(logits, key):
    g = jax.random.gumbel(key, logits.shape)
    soft = jax.nn.softmax(logits + g)
    hard = jax.nn.one_hot(jnp.argmax(soft), logits.shape[0])
    return jnp.sum((jax.lax.stop_gradient(hard - soft) + soft) * jnp.arange(3.0))


image = jnp.arange(36.0).reshape(6, 6)
g = jax.grad(loss)(jnp.array([0.3, 0.4]), image, jnp.ones((4, 2)))
key = jax.random.PRNGKey(0)
r = jax.grad(reinforce)(jnp.zeros(3), key, jnp.array([1.0, 0.5, 2.0]))
s = jax.grad(gumbel)(jnp.zeros(3), key)
print("OBSERVED", "clean" if g.any() and r.any() and s.any() else "zero")
