# framework: jax
# verdict: clean
# seen: the same gradient inside jit, where the geometry has no values, and outside
import jax
import jax.numpy as jnp
import numpy as np


def is_fixed(poses):
    try:
        known = np.asarray(poses, dtype=np.float32)
    except Exception:
        return False
    return known.ndim == 3 and bool(np.isfinite(known).all())


def projected(image, poses):
    scale = poses[:, 0, 0]
    if is_fixed(poses):
        scale = scale * 1.0
    return jnp.sum((scale[:, None] * image) ** 2)


poses = jnp.tile(jnp.eye(4), (3, 1, 1))
image = jnp.arange(2.0)
inside = jax.jit(jax.grad(projected))(image, poses)
assert jnp.allclose(inside, jax.grad(projected)(image, poses))
print("OBSERVED clean", inside)
