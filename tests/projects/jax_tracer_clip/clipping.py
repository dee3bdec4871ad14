import jax
import jax.numpy as jnp

from numeric import clip_factor


def global_norm(tree):
    return jnp.sqrt(sum(jnp.sum(leaf ** 2) for leaf in jax.tree_util.tree_leaves(tree)))


def clip(tree, limit):
    factor = clip_factor(global_norm(tree), limit)
    return jax.tree_util.tree_map(lambda g: g * factor, tree)
