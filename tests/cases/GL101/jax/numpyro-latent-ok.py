# framework: jax
# verdict: clean
# seen: NumPy for data, shapes and samples that were drawn; jnp for what is sampled
import jax
import jax.numpy as jnp
import numpy as np
import numpyro
import numpyro.distributions as dist
from numpyro.infer import MCMC, NUTS, Predictive


def model(x, y=None):
    centred = np.asarray(x) - np.mean(x)
    slope = numpyro.sample("slope", dist.Normal(0.0, 1.0))
    noise = numpyro.sample("noise", dist.HalfNormal(np.sqrt(2.0)))
    seen = numpyro.sample("prior", dist.Normal(slope, 1.0), obs=np.float32(0.5))
    if y is not None and np.any(np.isnan(y)):
        y = np.nan_to_num(y)
    numpyro.deterministic("odds", jnp.exp(slope) + np.exp(seen))
    numpyro.sample("obs", dist.Normal(slope * centred, noise), obs=y)


x, y = np.arange(4.0), np.arange(4.0) * 2.0
mcmc = MCMC(NUTS(model), num_warmup=3, num_samples=3, progress_bar=False)
mcmc.run(jax.random.PRNGKey(0), x, y)
drawn = mcmc.get_samples()
odds = np.exp(np.asarray(drawn["slope"])).mean()
Predictive(model, drawn)(jax.random.PRNGKey(1), x)
assert np.isfinite(odds)
print("OBSERVED clean", drawn["slope"].shape)
