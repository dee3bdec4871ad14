# framework: jax
# verdict: clean
# seen: self is static, params is not
from functools import partial

import jax
import jax.numpy as jnp
from jax.test_util import check_grads


class Regression:
    """A decorated method counts its arguments with `self`; a bound one is differentiated without it."""

    def __init__(self, penalty):
        self.penalty = penalty

    @partial(jax.jit, static_argnums=(0, 4))
    def loss(self, params, x, y, squared=True):
        gap = x @ params - y
        fit = jnp.mean(gap**2) if squared else jnp.mean(jnp.abs(gap))
        return fit + self.penalty * jnp.sum(params**2)

    @partial(jax.grad, argnums=1)
    def slope(self, params, x, y):
        return self.loss(params, x, y, True)

    def training_step(self, params, x, y):
        value, grads = jax.value_and_grad(self.loss)(params, x, y, True)
        return value, params - 0.1 * grads


x = jnp.array([[1.0, 2.0], [0.0, 1.0], [2.0, -1.0]])
y = jnp.array([1.0, 0.5, -1.0])
model, params = Regression(0.01), jnp.array([0.5, -0.5])
check_grads(lambda p: model.loss(p, x, y), (params,), order=1, modes=["rev"], atol=1e-2, rtol=1e-2)
assert model.slope(params, x, y).all()
first, params = model.training_step(params, x, y)
second, params = model.training_step(params, x, y)
print("OBSERVED", "clean" if second < first else "wrong", "self is static, params is not")
