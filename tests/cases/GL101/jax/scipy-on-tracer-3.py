# framework: jax
# verdict: raises
# seen: jax.errors.TracerArrayConversionError: The numpy.ndarray conversion method __array__() was called on traced array with shape float32[]
import jax
import jax.numpy as jnp
from scipy import stats, special


def elbo(theta, data):
    loc, log_scale = theta
    return -jnp.mean(stats.norm.logpdf(data, loc, jnp.exp(log_scale)))  # HAZARD GL101


jax.value_and_grad(elbo)((0.5, 0.1), jnp.array([1.0, 2.0]))
