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
print(layer.scale + 1)
