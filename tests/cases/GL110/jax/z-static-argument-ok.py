# framework: jax
# verdict: clean
# seen: another static argument has the function traced again
from functools import partial

import jax
import jax.numpy as jnp


def main():
    scale = 1.0

    @partial(jax.jit, static_argnums=1)
    def loss(w, epoch):
        return jnp.sum(w * scale) + epoch

    first = jax.grad(loss)(jnp.ones(2), 0)
    scale = 10.0
    return float(first[0]), float(jax.grad(loss)(jnp.ones(2), 1)[0])


assert main() == (1.0, 10.0)
