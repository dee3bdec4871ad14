# framework: jax
# verdict: raises
# seen: TypeError: Custom VJP bwd rule must produce an output with the same container (pytree) structure
import jax
import jax.numpy as jnp


@jax.custom_vjp
def layer_norm(x, gain, bias):
    centred = x - x.mean()
    return gain * centred / jnp.sqrt(x.var() + 1e-5) + bias


def layer_norm_fwd(x, gain, bias):
    inv = 1.0 / jnp.sqrt(x.var() + 1e-5)
    unit = (x - x.mean()) * inv
    return gain * unit + bias, (unit, inv, gain)


def layer_norm_bwd(residuals, g):
    unit, inv, gain = residuals
    dunit = g * gain
    dx = inv * (dunit - dunit.mean() - unit * (dunit * unit).mean())
    return dx, g * unit  # HAZARD GL801


layer_norm.defvjp(layer_norm_fwd, layer_norm_bwd)
x = jnp.array([1.0, 2.0, 4.0])
print(jax.grad(lambda v: jnp.sum(layer_norm(v, jnp.ones(3), jnp.zeros(3)) ** 2))(x))
