from functools import partial

import jax
import jax.numpy as jnp
import optax

from topics.model import init, objective


def main():
    key = jax.random.PRNGKey(0)
    words = jax.random.poisson(key, 0.7, (40, 12)).astype(jnp.float32)
    params = init(key, 12, 3)
    optimizer = optax.adam(1e-2)
    state = optimizer.init(params)
    loss_fn = partial(objective, assignment="hard", loss="reconstruction")
    step = jax.jit(jax.value_and_grad(loss_fn))
    for _ in range(10):
        loss, grads = step(params, words)
        updates, state = optimizer.update(grads, state)
        params = optax.apply_updates(params, updates)
    print(f"loss {loss:.4f} bias {jnp.abs(params['bias']).max():.4f}")


if __name__ == "__main__":
    main()
