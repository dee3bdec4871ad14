# framework: jax
# verdict: clean
# seen: residual first, then the cotangent
import jax
import jax.numpy as jnp
from jax.test_util import check_grads


@jax.custom_vjp
def gate(x, k):
    return jax.nn.sigmoid(k * x)


def gate_fwd(x, k):
    y = jax.nn.sigmoid(k * x)
    return y, (y, x, k)


def gate_bwd(saved, dy):
    y, x, k = saved
    core = dy * y * (1.0 - y)
    return core * k, core * x


gate.defvjp(gate_fwd, gate_bwd)


@jax.custom_vjp
def identity(g):
    return g


identity.defvjp(fwd=lambda g: (g, g.shape), bwd=lambda shape, ct: (jnp.reshape(ct, shape),))
x = jnp.array(0.8)
check_grads(lambda x, k: 3.0 * gate(identity(x), k), (x, 1.4), order=1, modes=["rev"], atol=1e-2, rtol=1e-2)
y = jax.nn.sigmoid(1.4 * 0.8)
assert jnp.isclose(jax.grad(gate)(x, 1.4), 1.4 * y * (1.0 - y), atol=1e-5)
print("OBSERVED clean", "residual first, then the cotangent")
