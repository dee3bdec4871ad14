# framework: jax
# verdict: clean
# seen: a mask and a table that are used as they are
import flax.linen as nn
import jax
import jax.numpy as jnp


class Block(nn.Module):
    dim: int

    def setup(self):
        self.inner = nn.Dense(self.dim)
        self.mask = jnp.ones((self.dim,)) * jnp.arange(self.dim)
        self.rate = 0.5 * jnp.ones(())
        self.gamma = self.param("gamma", nn.initializers.ones, (self.dim,))

    def __call__(self, x):
        x = x * self.mask + self.rate * self.gamma
        return self.rate * self.inner(x)


block = Block(4)
params = block.init(jax.random.key(0), jnp.ones((1, 4)))
grads = jax.grad(lambda p: jnp.mean(block.apply(p, jnp.ones((2, 4))) ** 2))(params)
print("OBSERVED", "none" if "gamma" not in grads["params"] else "clean")
