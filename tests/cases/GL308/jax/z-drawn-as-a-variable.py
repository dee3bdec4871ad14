# framework: jax
# verdict: wrong
# seen: the drawn weight stays
import jax, jax.numpy as jnp, optax
from flax import nnx


class Block(nnx.Module):
    def __init__(self, dim, rngs):
        self.proj = nnx.Linear(dim, dim, rngs=rngs)
        self.w = nnx.Variable(jax.random.normal(rngs.params(), (dim, 1)) * 0.1)  # HAZARD GL308

    def __call__(self, x):
        return jax.nn.relu(self.proj(x)) @ self.w


m = Block(3, nnx.Rngs(0))
opt = nnx.Optimizer(m, optax.adam(0.1), wrt=nnx.Param)
before = jnp.array(m.w[...])
x = jnp.ones((4, 3))


@nnx.jit
def step(m, opt, x):
    loss, g = nnx.value_and_grad(lambda m: jnp.mean((m(x) - 1) ** 2))(m)
    opt.update(m, g)
    return loss


for _ in range(3):
    step(m, opt, x)
broken = bool(jnp.all(before == m.w[...]))
assert broken
