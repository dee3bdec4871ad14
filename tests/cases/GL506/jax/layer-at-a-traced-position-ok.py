# framework: jax
# verdict: clean
# seen: gradient as expected
import jax
import jax.numpy as jnp
from jax import lax

layers = [jnp.eye(3) * scale for scale in (0.5, 1.0, 1.5)]
stacked = jnp.stack(layers)


def forward(scale, x):
    for i in range(3):
        x = jnp.tanh(x @ layers[i] * scale)
    return lax.fori_loop(0, 3, lambda i, hidden: jnp.tanh(hidden @ stacked[i] * scale), x)


@jax.jit
def slope(scale):
    return jax.grad(lambda scale: forward(scale, jnp.ones(3)).sum())(scale)


print("OBSERVED", "clean" if slope(1.0) else "zero")
