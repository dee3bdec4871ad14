import jax
import jax.numpy as jnp

from deq import init
from objective import loss_fn


def main():
    key = jax.random.PRNGKey(0)
    params = init(key, 4)
    x = jax.random.normal(key, (16, 4))
    y = jnp.sum(x, axis=1)
    print(f"start {float(loss_fn(params, x, y)):.4f}")
    for _ in range(3):
        grads = jax.grad(loss_fn)(params, x, y)
        params = jax.tree_util.tree_map(lambda p, g: p - 0.1 * g, params, grads)
    print(f"end {float(loss_fn(params, x, y)):.4f}")


if __name__ == "__main__":
    main()
