# framework: jax
# verdict: nan
# seen: mixture means are nan
import jax
import jax.numpy as jnp


def mixture_nll(means, data, log_weights):
    log_prob = log_weights - 0.5 * (data[:, None] - means[None, :]) ** 2
    evidence = jnp.log(jnp.sum(jnp.exp(log_prob), axis=1))  # HAZARD GL703
    return -jnp.mean(evidence)


means = jnp.array([-1.0, 1.0])
log_weights = jnp.log(jnp.array([0.4, 0.6]))
data = jnp.array([0.3, -0.8, 30.0])
slope = jax.grad(mixture_nll)(means, data, log_weights)
assert jnp.isnan(slope).all()
print("OBSERVED nan", "mixture means are nan")
