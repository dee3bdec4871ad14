import jax
import jax.numpy as jnp
import optax

from network import init
from probes import PROBE
from train_lib import make_step


def main():
    key = jax.random.PRNGKey(0)
    params = init(key, 5, 16)
    optimizer = optax.adamw(1e-2)
    state = optimizer.init(params)
    step = make_step(optimizer)
    x = jax.random.normal(key, (64, 5))
    y = jnp.sin(x[:, 0]) + x[:, 1]
    for _ in range(10):
        params, state, loss = step(params, state, x, y)
    print(f"loss {float(loss):.4f}")
    print(f"activity {float(PROBE.last('activity')):.4f}")


if __name__ == "__main__":
    main()
