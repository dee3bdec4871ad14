# framework: jax
# verdict: raises
# seen: ValueError: Reverse-mode differentiation does not work for lax.while_loop or lax.fori_loop with dynamic start/stop values. Try using lax.scan, or usin
import jax
import jax.numpy as jnp


def fixed_point(theta, x0, tol=1e-4):
    def cond(carry):
        prev, now = carry
        return jnp.abs(prev - now) > tol

    def body(carry):
        _, now = carry
        return now, jnp.cos(theta * now)

    return jax.lax.while_loop(cond, body, (x0, jnp.cos(theta * x0)))[1]  # HAZARD GL508


jax.value_and_grad(fixed_point)(0.5, 1.0)
