# framework: jax
# verdict: clean
# seen: random features are drawn once and stay
import jax
import jax.numpy as jnp
import optax
from flax import nnx


class Features(nnx.Module):
    def __init__(self, rngs):
        self.b = nnx.Variable(jax.random.normal(rngs.params(), (3, 8)))
        self.out = nnx.Linear(8, 1, rngs=rngs)

    def __call__(self, x):
        return self.out(jnp.sin(x @ self.b))


model = Features(nnx.Rngs(0))
optimizer = nnx.Optimizer(model, optax.sgd(0.1), wrt=nnx.Param)
before = jnp.array(model.out.kernel[...])
grads = nnx.grad(lambda m: jnp.mean((m(jnp.ones((4, 3))) - 1.0) ** 2))(model)
optimizer.update(model, grads)
assert not jnp.array_equal(before, model.out.kernel[...])
