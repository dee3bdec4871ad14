# framework: jax
# verdict: none
# seen: the scale is not among the parameters
import flax.linen as nn
import jax
import jax.numpy as jnp


class Residual(nn.Module):
    width: int

    def setup(self):
        self.mix = nn.Dense(self.width)
        self.scale = jnp.ones((self.width,)) * 0.1  # HAZARD GL308

    def __call__(self, x):
        return x + self.scale * jnp.tanh(self.mix(x))


net = Residual(3)
params = net.init(jax.random.key(1), jnp.ones((1, 3)))
grads = jax.grad(lambda p: jnp.sum(net.apply(p, jnp.ones((2, 3))) ** 2))(params)
print("OBSERVED", "none" if "scale" not in grads["params"] else "clean")
