# framework: jax
# verdict: wrong
# seen: the kernel stays
import jax, jax.numpy as jnp, optax
from flax import nnx

init = nnx.initializers.lecun_normal()


class Dense(nnx.Module):
    def __init__(self, i, o, *, rngs: nnx.Rngs):
        self.kernel = nnx.Variable(init(rngs.params(), (i, o)))  # HAZARD GL308
        self.bias = nnx.Param(jnp.zeros((o,)))

    def __call__(self, x):
        return x @ self.kernel + self.bias


m = Dense(3, 2, rngs=nnx.Rngs(0))
before = jnp.array(m.kernel[...])
opt = nnx.Optimizer(m, optax.sgd(0.1), wrt=nnx.Param)


def loss_fn(m, x):
    return jnp.mean(m(x) ** 2)


for _ in range(2):
    g = nnx.grad(loss_fn)(m, jnp.ones((4, 3)))
    opt.update(m, g)
broken = bool(jnp.all(before == m.kernel[...]))
assert broken
