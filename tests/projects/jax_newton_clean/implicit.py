import jax
import jax.numpy as jnp

from solvers import solve


@jax.custom_vjp
def volume(theta):
    return solve(lambda v: equation(theta, v), jnp.ones_like(theta[0]))


def equation(theta, v):
    return theta[0] * v + theta[1] * jnp.tanh(v) - 1.0


def _forward(theta):
    v = volume(theta)
    return v, (theta, v)


def _backward(saved, cotangent):
    theta, v = saved
    by_theta, by_v = jax.grad(equation, argnums=(0, 1))(theta, v)
    return (-cotangent * by_theta / by_v,)


volume.defvjp(_forward, _backward)
