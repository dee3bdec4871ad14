# framework: jax
# verdict: caught
# seen: TracerBoolConversionError in the potential of the model
import jax
import jax.numpy as jnp
import numpyro
import numpyro.distributions as dist
from numpyro.infer import MCMC, NUTS


def model(y):
    location = numpyro.sample("location", dist.Normal(0.0, 5.0))
    scale = numpyro.sample("scale", dist.HalfNormal(1.0))
    if location > 3.0:  # HAZARD GL506
        scale = scale * 2.0
    with numpyro.plate("data", y.shape[0]):
        numpyro.sample("obs", dist.Normal(location, scale), obs=y)


kernel = NUTS(model)
mcmc = MCMC(kernel, num_warmup=2, num_samples=2, progress_bar=False)
try:
    mcmc.run(jax.random.PRNGKey(0), jnp.ones(4))
except jax.errors.TracerBoolConversionError as error:
    print("OBSERVED raises", type(error).__name__)
else:
    raise AssertionError("a tracer had a truth value")
