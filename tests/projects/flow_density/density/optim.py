import optax


def make_optimizer(rate, decay):
    return optax.chain(
        optax.clip_by_global_norm(1.0),
        optax.add_decayed_weights(decay),
        optax.scale_by_adam(),
        optax.scale(rate),  # HAZARD GL621
    )
