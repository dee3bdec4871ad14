# framework: jax
# verdict: clean
# seen: what does not depend on a row is computed at once
import jax
import jax.numpy as jnp


class Scale:
    def __call__(self, x, key):
        self.scale = 1 + 0.01 * jax.random.normal(key, ())
        return x * self.scale


key = jax.random.PRNGKey(0)
x = jnp.ones((2, 3))
layer = Scale()
rows = jax.vmap(jax.jacobian(lambda row: layer(row, key)))(x)
assert rows.shape == (2, 3, 3) and jnp.isfinite(layer.scale + 1)
print("OBSERVED clean", "what does not depend on a row is computed at once")
