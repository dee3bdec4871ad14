# framework: jax
# verdict: raises
# seen: TypeError: grad requires real- or complex-valued inputs (input dtype that is a sub-dtype of np.inexact), but got int32. If you want to use Boolean- or
import jax
import jax.numpy as jnp


def poly(coeffs, x):
    return jnp.polyval(coeffs, x)


coeffs = jnp.array([1, 0, -2])
df = jax.grad(poly)(coeffs, 3.0)  # HAZARD GL302
