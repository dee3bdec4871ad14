import optax


def schedule(lr, warmup, total):
    return optax.warmup_cosine_decay_schedule(0.0, lr, warmup, total)


def make(lr=1e-2, warmup=2, total=20, clip=1.0):
    return optax.chain(
        optax.clip_by_global_norm(clip),
        optax.scale_by_adam(),
        optax.scale_by_schedule(schedule(lr, warmup, total)),
        optax.scale(-1.0),
    )
