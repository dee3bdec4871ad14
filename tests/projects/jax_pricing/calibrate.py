import jax
import jax.numpy as jnp

from pricing.error import total
from pricing.quotes import example


def main():
    quotes = example()
    parameters = {"level": jnp.array(-1.0), "skew": jnp.array(0.1), "curve": jnp.array(0.2)}
    for _ in range(3):
        value, slopes = jax.value_and_grad(total)(parameters, quotes, 0.1)
        parameters = jax.tree_util.tree_map(lambda p, g: p - 0.1 * g, parameters, slopes)
    print(value, parameters)


if __name__ == "__main__":
    main()
