# framework: jax
# verdict: raises
# seen: NonConcreteBooleanIndexError: Array boolean indices must be concrete; got bool[4]
import jax
import jax.numpy as jnp


class MaskedRegressor:
    def __init__(self, width):
        self.width = width
        self.step = jax.jit(self._step)

    def loss(self, w, x, y):
        observed = ~jnp.isnan(y)
        residual = (x @ w - y)[observed]  # HAZARD GL506
        return jnp.mean(residual**2)

    def _step(self, w, x, y):
        return w - 0.1 * jax.grad(self.loss)(w, x, y)


model = MaskedRegressor(2)
x = jnp.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [2.0, 0.5]])
print(model.step(jnp.zeros(2), x, jnp.array([1.0, jnp.nan, 2.0, 0.5])))
