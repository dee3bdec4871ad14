# framework: jax
# verdict: none
# seen: the scale of the branch is no parameter
import flax.linen as nn
import jax
import jax.numpy as jnp


class Block(nn.Module):
    dim: int
    begin: float = 1e-2

    def setup(self):
        self.inner = nn.Dense(self.dim)
        self.gamma = self.begin * jnp.ones((self.dim,))  # HAZARD GL308

    def __call__(self, x):
        return x + self.gamma * nn.gelu(self.inner(x))


block = Block(4)
params = block.init(jax.random.key(0), jnp.ones((1, 4)))
grads = jax.grad(lambda p: jnp.mean(block.apply(p, jnp.ones((2, 4))) ** 2))(params)
print("OBSERVED", "none" if "gamma" not in grads["params"] else "clean")
