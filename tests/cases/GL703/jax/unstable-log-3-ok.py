# framework: jax
# verdict: clean
# seen: gradient as expected
import jax
import jax.numpy as jnp
from jax.scipy.special import logsumexp


def nll(params, x, y):
    z = x @ params
    return -jnp.mean(jax.nn.log_softmax(z)[jnp.arange(len(y)), y]) + jnp.mean(logsumexp(z, axis=-1))


def gaussian(theta, x):
    return jnp.mean(0.5 * ((x - theta[0]) / jnp.exp(theta[1])) ** 2 + theta[1])


def gated(v):
    return jnp.mean(jnp.log1p(jnp.exp(-jnp.abs(v))) + jnp.maximum(v, 0)) + jnp.mean(jnp.log(jnp.clip(jax.nn.sigmoid(v), 1e-6, 1 - 1e-6)))


g = jax.grad(nll)(100.0 * jnp.eye(3), jnp.eye(3), jnp.array([0, 1, 2]))
h = jax.grad(gaussian)(jnp.array([0.1, 0.2]), jnp.ones(3))
k = jax.grad(gated)(jnp.array([300.0, -300.0, 0.3]))
print("OBSERVED", "clean" if jnp.isfinite(g).all() and jnp.isfinite(h).all() and jnp.isfinite(k).all() else "nan")
