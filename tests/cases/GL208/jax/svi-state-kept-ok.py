# framework: jax
# verdict: clean
# seen: the state is carried on, by a loop and by scan
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
for _ in range(5):
    state, loss = svi.update(state, jnp.ones(10))
state, losses = jax.lax.scan(lambda state, _: svi.update(state, jnp.ones(10)), state, None, length=5)
assert svi.get_params(state)["mean_auto_loc"] != before
