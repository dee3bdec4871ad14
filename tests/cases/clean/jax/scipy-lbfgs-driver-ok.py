# framework: jax
# verdict: clean
# seen: SciPy drives a jitted value_and_grad; float()/np.asarray on results only (check_grad)
"""Gaussian-process hyper-parameters: SciPy's L-BFGS drives a jitted JAX objective."""
import jax
import jax.numpy as jnp
import numpy as np
import scipy.optimize
from jax.flatten_util import ravel_pytree
from jax.scipy.linalg import cho_solve

jax.config.update("jax_enable_x64", True)


def kernel(p, a, b):
    ell, var = jnp.exp(p["log_ell"]), jnp.exp(p["log_var"])
    sq = jnp.sum((a[:, None] / ell - b[None] / ell) ** 2, axis=-1)
    return var * jnp.exp(-0.5 * sq)


def nll(p, x, y):
    n = x.shape[0]
    k = kernel(p, x, x) + (jnp.exp(p["log_noise"]) + 1e-6) * jnp.eye(n)
    chol = jnp.linalg.cholesky(k)
    alpha = cho_solve((chol, True), y)
    return 0.5 * y @ alpha + jnp.sum(jnp.log(jnp.diagonal(chol))) + 0.5 * n * np.log(2 * np.pi)


class GP:
    def __init__(self, dim):
        self.params = {"log_ell": jnp.zeros(dim), "log_var": jnp.array(0.0), "log_noise": jnp.array(-2.0)}
        self.evaluations = []

    def fit(self, x, y, maxiter=20):
        flat, unravel = ravel_pytree(self.params)
        vg = jax.jit(jax.value_and_grad(lambda v: nll(unravel(v), x, y)))

        def fun(v):
            value, grad = vg(v)
            self.evaluations.append(float(value))
            return float(value), np.asarray(grad, dtype=np.float64)

        result = scipy.optimize.minimize(fun, np.asarray(flat), jac=True, method="L-BFGS-B", options={"maxiter": maxiter})
        self.params = unravel(jnp.asarray(result.x))
        self.error = scipy.optimize.check_grad(lambda v: fun(v)[0], lambda v: fun(v)[1], np.asarray(flat))
        return result

    def predict(self, x, y, xs):
        k = kernel(self.params, x, x) + jnp.exp(self.params["log_noise"]) * jnp.eye(len(x))
        mean = kernel(self.params, xs, x) @ jnp.linalg.solve(k, y)
        return np.array(mean)


def main():
    rng = np.random.default_rng(0)
    x = rng.uniform(-2, 2, (25, 1))
    y = np.sin(2 * x[:, 0]) + 0.1 * rng.normal(size=25)
    gp = GP(1)
    gp.fit(x, y)
    return gp, gp.predict(x, y, np.array([[0.0]]))


if __name__ == "__main__":
    gp, mean = main()
    assert min(gp.evaluations) < gp.evaluations[0] and gp.error < 1e-3 and abs(mean[0]) < 0.5
