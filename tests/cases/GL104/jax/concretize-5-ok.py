# framework: jax
# verdict: clean
# seen: gradient as expected
import jax
import jax.numpy as jnp
import math
import numpy as np


class GP:
    def __init__(self, x, y):
        self.x, self.y = x, y
        self.n = len(x)
        self.const = 0.5 * self.n * math.log(2 * math.pi)

    def kernel(self, params):
        d = self.x[:, None] - self.x[None, :]
        return jnp.exp(2 * params["amp"]) * jnp.exp(-0.5 * (d / jnp.exp(params["len"])) ** 2)

    def nll(self, params):
        k = self.kernel(params) + jnp.exp(2 * params["noise"]) * jnp.eye(self.n)
        chol = jnp.linalg.cholesky(k)
        alpha = jax.scipy.linalg.cho_solve((chol, True), self.y)
        return 0.5 * self.y @ alpha + jnp.sum(jnp.log(jnp.diagonal(chol))) + self.const

    def fit(self, params, steps=5, lr=0.05):
        vg = jax.jit(jax.value_and_grad(self.nll))
        trace = []
        for i in range(steps):
            value, g = vg(params)
            if not math.isfinite(float(value)):
                break
            params = jax.tree_util.tree_map(lambda p, d: p - lr * d, params, g)
            trace.append(float(value))
            if i % 2 == 0:
                print(f"step {i} nll {value:.3f} |g| {float(np.sqrt(sum(float(v) ** 2 for v in g.values()))):.3f}")
        return params, trace


gp = GP(jnp.linspace(0, 1, 4), jnp.ones(4))
params, trace = gp.fit({"amp": 0.0, "len": 0.0, "noise": -1.0})
print("OBSERVED", "clean" if trace[-1] < trace[0] else "wrong")
