# framework: jax
# verdict: raises
# seen: TracerIntegerConversionError: The __index__() method was called on traced array
import jax
import jax.numpy as jnp
from jax import lax

layers = [jnp.eye(3) * scale for scale in (0.5, 1.0, 1.5)]


def forward(scale, x):
    def body(i, hidden):
        return jnp.tanh(hidden @ layers[i] * scale)  # HAZARD GL506

    return lax.fori_loop(0, 3, body, x)


print(jax.grad(lambda scale: forward(scale, jnp.ones(3)).sum())(1.0))
