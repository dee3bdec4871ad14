# framework: jax
# verdict: clean
# seen: the keys are not those of a row
import jax
import jax.numpy as jnp


class Noise:
    def __init__(self):
        self.key = jax.random.PRNGKey(0)

    def draw(self, row):
        self.key, used = jax.random.split(self.key)
        return row + jax.random.normal(used, row.shape)


noise = Noise()
first = jax.vmap(noise.draw)(jnp.zeros((2, 3)))
second = jax.vmap(noise.draw)(jnp.zeros((2, 3)))
assert not jnp.allclose(first, second)
print("OBSERVED clean", "the keys are not those of a row")
