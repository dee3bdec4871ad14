# framework: jax
# verdict: clean
# seen: gradient as expected
import jax
import jax.numpy as jnp
import numpy as np
import scipy.optimize
import scipy.stats
from jax.scipy.stats import norm, gamma


def nll(theta, data):
    return -jnp.sum(norm.logpdf(data, theta[0], jnp.exp(theta[1])))


def prior(theta):
    return -jnp.sum(gamma.logpdf(jnp.exp(theta), 2.0))


data = np.asarray(scipy.stats.norm(1.0, 2.0).rvs(20, random_state=0))
objective = jax.jit(jax.value_and_grad(lambda t: nll(t, data) + prior(t)))


def wrapped(t):
    value, grad = objective(jnp.asarray(t, jnp.float32))
    return float(value), np.asarray(grad, np.float64)


res = scipy.optimize.minimize(wrapped, np.zeros(2), jac=True, method="L-BFGS-B")
hess = jax.hessian(lambda t: nll(t, data))(jnp.asarray(res.x, jnp.float32))
err = np.sqrt(np.diag(np.linalg.inv(np.asarray(hess))))
print("OBSERVED", "clean" if res.fun < wrapped(np.zeros(2))[0] and np.isfinite(err).all() else "wrong")
