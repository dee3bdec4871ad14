# framework: jax
# verdict: clean
# seen: a residual block compiled by itself, and the whole steps of the same input counted beside it
import jax
import jax.numpy as jnp


@jax.jit
def block(weights, x):
    return jnp.sin(weights * x)


def energy(weights, x):
    turns = jnp.floor_divide(weights * x, 2 * jnp.pi).astype(jnp.int32)
    return jnp.sum(block(weights, x) + turns.astype(jnp.float32))


weights, x = jnp.array([0.5, 7.0]), jnp.ones(2)
got = jax.grad(energy)(weights, x)
assert jnp.allclose(got, jnp.cos(weights), atol=1e-5)
print("OBSERVED clean", [float(each) for each in got])
