# framework: jax
# verdict: raises
# seen: UnexpectedTracerError: Encountered an unexpected tracer.
import jax
import jax.numpy as jnp


class Encoder:
    def __init__(self, width):
        self.width = width
        self.features = None

    def loss(self, w, x):
        hidden = jnp.tanh(x @ w)
        self.features = hidden  # HAZARD GL507
        return jnp.mean(hidden**2)


encoder = Encoder(3)
w = jnp.ones((2, 3)) * 0.1
step = jax.jit(jax.grad(encoder.loss))
w = w - 0.1 * step(w, jnp.ones((4, 2)))
print("mean feature", jnp.mean(encoder.features))
