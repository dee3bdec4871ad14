# framework: jax
# verdict: clean
# seen: gradient as expected
import jax
import jax.numpy as jnp


def energy(positions):
    disp = positions[:, None, :] - positions[None, :, :]
    r2 = jnp.sum(disp ** 2, axis=-1)
    r = jnp.sqrt(r2 + 1e-6)
    i, j = jnp.triu_indices(positions.shape[0], k=1)
    pair = jnp.linalg.norm(positions[i] - positions[j], axis=-1)
    return jnp.sum(jnp.exp(-r)) + jnp.sum(jnp.exp(-pair)) + jnp.sum(jnp.exp(-r2))


def rms_norm(x, g, eps=1e-5):
    return g * x / jnp.sqrt(jnp.mean(x ** 2, axis=-1, keepdims=True) + eps)


x = jnp.arange(6.0).reshape(3, 2)
f = jax.grad(energy)(x)
h = jax.grad(lambda x: rms_norm(x, 2.0).sum())(jnp.zeros((3, 2)))
angle = jax.grad(lambda c: jnp.arccos(jnp.clip(c, -1 + 1e-6, 1 - 1e-6)))(1.0)
print("OBSERVED", "clean" if jnp.isfinite(f).all() and jnp.isfinite(h).all() and jnp.isfinite(angle) else "nan")
