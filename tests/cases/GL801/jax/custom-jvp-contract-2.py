# framework: jax
# verdict: raises
# seen: TypeError: Custom JVP rule log_cosh_jvp for function log_cosh must produce a pair
import jax
import jax.numpy as jnp


@jax.custom_jvp
def log_cosh(x):
    return jnp.logaddexp(x, -x) - jnp.log(2.0)


@log_cosh.defjvp
def log_cosh_jvp(primals, tangents):
    x, dx = primals[0], tangents[0]
    slope = jnp.tanh(x)
    return slope * dx  # HAZARD GL801


def robust_loss(w, x, y):
    return jnp.mean(log_cosh(x @ w - y))


x, y = jnp.array([[1.0, 2.0], [0.3, -1.0]]), jnp.array([1.0, 0.0])
print(jax.grad(robust_loss)(jnp.array([0.2, -0.4]), x, y))
