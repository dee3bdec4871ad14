# framework: jax
# verdict: wrong
# seen: every update starts from the first state
import jax
import jax.numpy as jnp
import numpyro
import numpyro.distributions as dist
from numpyro.infer import SVI, Trace_ELBO
from numpyro.infer.autoguide import AutoNormal


def model(x):
    mean = numpyro.sample("mean", dist.Normal(0, 10))
    numpyro.sample("x", dist.Normal(mean, 1), obs=x)


svi = SVI(model, AutoNormal(model), numpyro.optim.Adam(0.1), Trace_ELBO())
state = svi.init(jax.random.PRNGKey(0), jnp.ones(10))
before = svi.get_params(state)["mean_auto_loc"]
update = jax.jit(svi.update)
for _ in range(5):
    _, loss = update(state, jnp.ones(10))  # HAZARD GL208
assert svi.get_params(state)["mean_auto_loc"] == before
print("OBSERVED wrong")
