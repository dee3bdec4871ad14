import jax
import jax.numpy as jnp


def normalize(x):
    return x / (jnp.linalg.norm(x, axis=-1, keepdims=True) + 1e-6)


def regression_loss(online, target):
    online = normalize(online)
    target = jax.lax.stop_gradient(normalize(target))
    return 2 - 2 * (online * target).sum(-1).mean()


def uniformity(z):
    """The less, the further the points lie apart."""
    z = normalize(z)
    gaps = z[:, None] - z[None]
    sq = (gaps**2).sum(-1)
    dist = jnp.where(sq > 0, jnp.sqrt(jnp.where(sq > 0, sq, 1.0)), 0.0)
    return -dist.mean()
