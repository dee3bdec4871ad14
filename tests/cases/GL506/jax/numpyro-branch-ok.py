# framework: jax
# verdict: clean
# seen: branches on options and shapes, a choice between values by where
import jax
import jax.numpy as jnp
import numpyro
import numpyro.distributions as dist
from numpyro.infer import SVI, Trace_ELBO


def model(y, robust=True):
    location = numpyro.sample("location", dist.Normal(0.0, 5.0))
    if robust and y.shape[0] > 2:
        family = dist.StudentT(3.0, location, 1.0)
    else:
        family = dist.Normal(location, 1.0)
    shifted = jnp.where(location > 3.0, location, 3.0)
    numpyro.deterministic("shifted", shifted)
    numpyro.sample("obs", family, obs=y)


def guide(y, robust=True):
    mean = numpyro.param("mean", 0.0)
    spread = numpyro.param("spread", 1.0, constraint=dist.constraints.positive)
    numpyro.sample("location", dist.Normal(mean, spread))


svi = SVI(model, guide, numpyro.optim.Adam(0.1), Trace_ELBO())
state = svi.init(jax.random.PRNGKey(0), jnp.ones(4))
for _ in range(3):
    state, loss = svi.update(state, jnp.ones(4))
    if loss > 1e6:
        break
print("OBSERVED clean", float(svi.get_params(state)["mean"]) != 0.0)
