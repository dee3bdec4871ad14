# framework: jax
# verdict: clean
# seen: minimum near [0.7, -2.4]
import jax
import jax.numpy as jnp
import numpy as np
from scipy.optimize import minimize

a = np.array([[3.0, 0.5], [0.5, 1.0]])
b = np.array([1.0, -2.0])


@jax.jit
def objective(x):
    quadratic = 0.5 * x @ jnp.asarray(a) @ x - jnp.asarray(b) @ x
    return quadratic + 0.1 * jnp.sum(jax.scipy.special.entr(jax.nn.sigmoid(x)))


value_and_slope = jax.jit(jax.value_and_grad(objective))


def for_scipy(x):
    value, slope = value_and_slope(jnp.asarray(x, dtype=jnp.float32))
    return float(value), np.asarray(slope, dtype=np.float64)


found = minimize(for_scipy, np.zeros(2), jac=True, method="BFGS")
point = np.array([0.4, -0.3])
slope = for_scipy(point)[1]
for k in range(2):
    e = 1e-2 * np.eye(2)[k]
    numeric = (for_scipy(point + e)[0] - for_scipy(point - e)[0]) / 2e-2
    assert abs(slope[k] - numeric) < 1e-3
assert np.linalg.norm(for_scipy(found.x)[1]) < 1e-2
print("OBSERVED clean", "minimum near", found.x.round(1).tolist())
