# framework: jax
# verdict: clean
# seen: values are looked at only where jit is switched off, so no tracer is asked
import jax
import jax.numpy as jnp


@jax.jit
def curvature(x):
    h = jax.hessian(lambda z: jnp.sum(z**3))(x)
    if jax.config.jax_disable_jit:
        assert not jnp.any(jnp.isnan(h)), "not a number"
    if jax.config.jax_disable_jit and h[0, 0] > 100:
        print("steep")
    return h.sum()


assert jnp.isclose(curvature(jnp.ones(2)), 12.0)
with jax.disable_jit():
    assert jnp.isclose(curvature(jnp.ones(2)), 12.0)
