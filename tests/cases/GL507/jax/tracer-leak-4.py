# framework: jax
# verdict: raises
# seen: jax.errors.UnexpectedTracerError: Encountered an unexpected tracer. A function transformed by JAX had a side effect, allowing for a reference to an in
import jax
import jax.numpy as jnp


class Recorder:
    def __init__(self):
        self.values = []

    def tap(self, x):
        self.values.append(x)  # HAZARD GL507
        return x


rec = Recorder()


@jax.jit
def loss(w, x):
    h = rec.tap(jnp.tanh(x @ w))
    return jnp.mean(h ** 2)


jax.grad(loss)(jnp.ones((2, 2)), jnp.ones((3, 2)))
print(jnp.stack(rec.values).mean())
