# framework: jax
# verdict: clean
# seen: primal and tangent returned together
import jax
import jax.numpy as jnp
from jax.test_util import check_grads


@jax.custom_jvp
def squash(x, gain):
    return jnp.tanh(gain * x)


@squash.defjvp
def squash_jvp(primals, tangents):
    x, gain = primals
    dx, dgain = tangents
    y = squash(x, gain)
    slope = 1.0 - y * y
    tangent = slope * (gain * dx + x * dgain)
    return y, tangent


@jax.custom_jvp
def cube(x):
    return x**3


cube.defjvps(lambda dx, ans, x: 3.0 * x**2 * dx)

check_grads(lambda x, k: squash(cube(x), k), (0.5, 1.3), order=1, modes=["fwd", "rev"], atol=1e-2, rtol=1e-2)
slope = jax.grad(squash)(0.5, 1.0)
assert jnp.isclose(slope, 1.0 - jnp.tanh(0.5) ** 2, atol=1e-5)
print("OBSERVED clean", "primal and tangent returned together")
