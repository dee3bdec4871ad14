# framework: jax
# verdict: raises
# seen: jax.errors.TracerBoolConversionError: Attempted boolean conversion of traced array with shape bool[].
import jax
import jax.numpy as jnp


@jax.jit
def clip_grads(grads, limit):
    norm = jnp.sqrt(sum(jnp.sum(g ** 2) for g in jax.tree_util.tree_leaves(grads)))
    scale = limit / norm if norm > limit else 1.0  # HAZARD GL506
    return jax.tree_util.tree_map(lambda g: g * scale, grads)


clip_grads({"w": jnp.ones(3)}, 1.0)
