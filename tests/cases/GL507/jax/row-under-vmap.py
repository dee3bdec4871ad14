# framework: jax
# verdict: raises
# seen: UnexpectedTracerError
import jax
import jax.numpy as jnp


class Scale:
    def __call__(self, x):
        self.scale = 1 + 0.01 * jnp.mean(x)  # HAZARD GL507
        return x * self.scale


layer = Scale()
rows = jax.vmap(lambda row: layer(row))(jnp.ones((2, 3)))
try:
    print(layer.scale + 1)
except jax.errors.UnexpectedTracerError as error:
    print("OBSERVED raises", type(error).__name__)
