# framework: jax
# verdict: clean
# seen: gradient as expected
import jax
import jax.numpy as jnp
import optax


def descend(tx, steps=5):
    w = jnp.array([1.0, 3.0])
    state = tx.init(w)
    for _ in range(steps):
        updates, state = tx.update(jax.grad(lambda w: jnp.sum(w**2))(w), state, w)
        w = optax.apply_updates(w, updates)
    return float(jnp.sum(w**2))


direction = optax.chain(optax.scale_by_adam(), optax.scale(0.05))
every = [
    optax.chain(optax.clip_by_global_norm(1.0), optax.scale_by_adam(), optax.scale(-0.05)),
    optax.chain(direction, optax.scale(-1.0)),
    optax.chain(optax.scale_by_rms(), optax.scale_by_learning_rate(0.05)),
    optax.chain(optax.scale_by_adam(), optax.scale_by_schedule(lambda count: -0.05)),
    optax.chain(optax.scale(0.5), optax.sgd(0.05)),
]
print("OBSERVED", "clean" if all(descend(tx) < 10.0 for tx in every) else "wrong")
