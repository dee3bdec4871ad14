# framework: jax
# verdict: clean
# seen: three SGD steps ['b', 'w']
import jax.numpy as jnp
import numpy as np
from jax import grad, value_and_grad
from jax.test_util import check_grads


def poisson_loss(params, features, counts):
    seen = np.isfinite(counts)
    baseline = np.log1p(np.where(seen, counts, 0.0))
    weight = np.asarray(seen, dtype=np.float32) / np.count_nonzero(seen)
    log_rate = features @ params["w"] + params["b"]
    return jnp.sum(weight * (jnp.exp(log_rate) - baseline * log_rate))


features = np.random.default_rng(2).normal(size=(5, 2)).astype(np.float32)
counts = np.array([3.0, np.nan, 0.0, 7.0, 1.0], dtype=np.float32)
params = {"w": jnp.array([0.3, -0.2]), "b": jnp.array(0.1)}

for _ in range(3):
    value, grads = value_and_grad(poisson_loss)(params, features, counts)
    params = {name: params[name] - 0.1 * grads[name] for name in params}
assert all(np.isfinite(g).all() for g in grad(poisson_loss)(params, features, counts).values())
check_grads(
    lambda p: poisson_loss(p, features, counts), (params,), order=1, modes=["rev"], atol=1e-2, rtol=1e-2
)
print("OBSERVED clean", "three SGD steps", sorted(grads))
