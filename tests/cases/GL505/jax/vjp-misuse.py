# framework: jax
# verdict: raises
# seen: TypeError: can't multiply sequence by non-int of type 'float'
import jax
import jax.numpy as jnp


def simulate(theta):
    t = jnp.linspace(0.0, 1.0, 5)
    return theta[0] * jnp.exp(-theta[1] * t)


def gauss_newton_step(theta, observed, damping):
    predicted, pullback = jax.vjp(simulate, theta)
    descent = pullback(predicted - observed)
    return theta - damping * descent  # HAZARD GL505


print(gauss_newton_step(jnp.array([1.0, 0.5]), jnp.ones(5), 0.1))
