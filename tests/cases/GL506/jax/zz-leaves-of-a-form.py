# framework: jax
# verdict: raises
# seen: TracerBoolConversionError: Attempted boolean conversion of traced array with shape bool[]
import jax
import jax.numpy as jnp


def total(weights):
    leaves, form = jax.tree.flatten(weights)
    kept = []
    for leaf in leaves:
        if leaf.sum() < 0:  # HAZARD GL506
            leaf = -leaf
        kept.append(leaf)
    back = form.unflatten(kept)
    return jnp.sum(back["w"] ** 2) + back["b"]


print(jax.jit(jax.grad(total))({"w": jnp.ones(3), "b": jnp.array(1.0)}))
