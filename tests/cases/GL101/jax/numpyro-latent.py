# framework: jax
# verdict: caught
# seen: TracerArrayConversionError where the model is first differentiated
import jax
import jax.numpy as jnp
import numpy as np
import numpyro
import numpyro.distributions as dist
from numpyro.infer import SVI, Trace_ELBO
from numpyro.infer.autoguide import AutoNormal


def model(x, y=None):
    slope = numpyro.sample("slope", dist.Normal(0.0, 1.0))
    rate = np.exp(slope) * x  # HAZARD GL101
    numpyro.sample("obs", dist.Poisson(rate), obs=y)


svi = SVI(model, AutoNormal(model), numpyro.optim.Adam(0.1), Trace_ELBO())
try:
    svi.run(jax.random.PRNGKey(0), 2, jnp.ones(4), jnp.ones(4), progress_bar=False)
except jax.errors.TracerArrayConversionError as error:
    print("OBSERVED raises", type(error).__name__)
else:
    raise AssertionError("NumPy took a tracer")
