import jax
import optax


def make_optimizer(cfg):
    schedule = optax.cosine_decay_schedule(cfg.lr, cfg.steps)
    return optax.chain(optax.clip_by_global_norm(1.0), optax.adam(schedule))


def apply(optimizer, grads, state, params):
    updates, state = optimizer.update(grads, state, params)
    optax.apply_updates(params, updates)  # HAZARD dropped-update GL208
    return params, state


def count(params):
    return sum(leaf.size for leaf in jax.tree_util.tree_leaves(params))
