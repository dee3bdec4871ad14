# framework: jax
# verdict: clean
# seen: three steps down
import math

import jax
import jax.numpy as jnp


def gaussian_nll(params, x):
    half_log = 0.5 * math.log(2.0 * math.pi)
    z = (x - params["mean"]) * jnp.exp(-params["log_sigma"])
    return jnp.mean(0.5 * z**2) + params["log_sigma"] + half_log / math.sqrt(float(x.shape[0]))


history = []
x = jnp.array([1.0, 1.4, 0.3, 2.2])
params = {"mean": 0.0, "log_sigma": 0.4}
for _ in range(3):
    loss, grads = jax.value_and_grad(gaussian_nll)(params, x)
    history.append(float(loss))
    print("%.4f" % loss, math.sqrt(float(grads["mean"]) ** 2))
    var = math.exp(2.0 * float(params["log_sigma"]))
    gaps = [v - float(params["mean"]) for v in x.tolist()]
    assert abs(float(grads["mean"]) + sum(gaps) / 4 / var) < 1e-4
    assert abs(float(grads["log_sigma"]) - 1.0 + sum(g * g for g in gaps) / 4 / var) < 1e-4
    params = jax.tree_util.tree_map(lambda p, g: p - 0.1 * g, params, grads)
assert history[2] < history[0]
print("OBSERVED clean", "three steps down")
