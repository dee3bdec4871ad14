# framework: jax
# verdict: raises
# seen: jax.errors.ConcretizationTypeError: Abstract tracer value encountered where concrete value is expected: traced array with shape float32[]
import jax
import jax.numpy as jnp
import math


class GP:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def kernel(self, params):
        d = self.x[:, None] - self.x[None, :]
        return jnp.exp(2 * params["amp"]) * jnp.exp(-0.5 * (d / jnp.exp(params["len"])) ** 2)

    def nll(self, params):
        k = self.kernel(params) + jnp.exp(2 * params["noise"]) * jnp.eye(len(self.x))
        chol = jnp.linalg.cholesky(k)
        alpha = jax.scipy.linalg.cho_solve((chol, True), self.y)
        logdet = 2 * sum(math.log(chol[i, i]) for i in range(len(self.x)))  # HAZARD GL104
        return 0.5 * self.y @ alpha + 0.5 * logdet


gp = GP(jnp.linspace(0, 1, 4), jnp.ones(4))
jax.grad(gp.nll)({"amp": 0.0, "len": 0.0, "noise": -1.0})
