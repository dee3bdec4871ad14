# framework: jax
# verdict: raises
# seen: jax.errors.ConcretizationTypeError: Abstract tracer value encountered where concrete value is
import math

import jax
import jax.numpy as jnp


def gaussian_nll(params, x):
    sigma = math.sqrt(params["variance"])  # HAZARD GL104
    z = (x - params["mean"]) / sigma
    return jnp.mean(0.5 * z**2) + jnp.log(sigma)


def fit(params, x, steps, lr=0.1):
    for _ in range(steps):
        grads = jax.grad(gaussian_nll)(params, x)
        params = jax.tree_util.tree_map(lambda p, g: p - lr * g, params, grads)
    return params


x = jnp.array([1.0, 1.4, 0.3, 2.2])
print(fit({"mean": 0.0, "variance": 2.0}, x, 3))
