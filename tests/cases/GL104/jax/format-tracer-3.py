# framework: jax
# verdict: raises
# seen: TypeError: unsupported format string passed to DynamicJaxprTracer.__format__
import jax
import jax.numpy as jnp
import logging


@jax.jit
def train_step(w, x):
    loss, g = jax.value_and_grad(lambda w: jnp.sum((w * x) ** 2))(w)
    logging.info(f"step loss={loss:.3e}")  # HAZARD GL104
    return w - 0.1 * g


train_step(jnp.ones(2), jnp.ones(2))
