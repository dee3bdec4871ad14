# framework: jax
# verdict: clean
# seen: the far point pulls its nearest mean
import jax
import jax.numpy as jnp
from jax.scipy.special import logsumexp


def mixture_nll(means, data, log_weights):
    log_prob = log_weights - 0.5 * (data[:, None] - means[None, :]) ** 2
    evidence = logsumexp(log_prob, axis=1)
    return -jnp.mean(evidence)


def detection_nll(shift, data):
    return -jnp.mean(jax.nn.log_sigmoid(data - shift)) + jnp.mean(jnp.log1p(jnp.square(data - shift)))


means, log_weights = jnp.array([-1.0, 1.0]), jnp.log(jnp.array([0.4, 0.6]))
data = jnp.array([0.3, -0.8, 30.0])
slope = jax.grad(mixture_nll)(means, data, log_weights)
logits = log_weights - 0.5 * (data[:, None] - means[None, :]) ** 2
share = jax.nn.softmax(logits, axis=1)
expected = -jnp.mean(share * (data[:, None] - means[None, :]), axis=0)
assert jnp.allclose(slope, expected, rtol=1e-4)
gap = data - 0.5
detected = jnp.mean(1.0 - jax.nn.sigmoid(gap)) - jnp.mean(2.0 * gap / (1.0 + gap**2))
assert jnp.isclose(jax.grad(detection_nll)(0.5, data), detected, rtol=1e-3)
print("OBSERVED clean", "the far point pulls its nearest mean")
