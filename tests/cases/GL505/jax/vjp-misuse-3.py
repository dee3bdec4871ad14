# framework: jax
# verdict: raises
# seen: TypeError: can't multiply sequence by non-int of type 'float'
import jax
import jax.numpy as jnp


def natural_step(params, f, damping):
    out, pullback = jax.vjp(f, params)
    grads = pullback(2.0 * out)
    return params - damping * grads  # HAZARD GL505


natural_step(jnp.array([1.0, 2.0]), jnp.sin, 0.1)
