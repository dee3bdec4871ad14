from types import SimpleNamespace

import jax
import jax.numpy as jnp
import optax

from .guide import draw, entropy, init_guide
from .joint import log_joint


def negative_elbo(guide, key, data, samples):
    weights = draw(guide, key, samples)
    energy = jax.vmap(log_joint, in_axes=(0, None, None))(weights, data.x, data.y)
    spread = jax.lax.stop_gradient(jnp.std(energy))
    return -(jnp.mean(energy) + entropy(guide)), spread


def make_data(key, n):
    x = jax.random.normal(key, (n, 3))
    return SimpleNamespace(x=x, y=(x[:, 0] - x[:, 1] > 0).astype(x.dtype))


def main():
    key = jax.random.PRNGKey(0)
    data = make_data(key, 40)
    guide = init_guide(3)
    optimizer = optax.adam(5e-2)
    state = optimizer.init(guide)
    for step in range(20):
        (loss, spread), grads = jax.value_and_grad(negative_elbo, has_aux=True)(guide, jax.random.fold_in(key, step), data, 4)
        updates, state = optimizer.update(grads, state)
        guide = optax.apply_updates(guide, updates)
    print(f"elbo {-loss:.3f} spread {spread:.3f} mean {guide['mean'].tolist()}")


if __name__ == "__main__":
    main()
