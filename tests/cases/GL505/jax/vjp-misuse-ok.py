# framework: jax
# verdict: clean
# seen: one cotangent, one entry
import jax
import jax.numpy as jnp


def simulate(theta, scale):
    t = jnp.linspace(0.0, 1.0, 5)
    return scale * theta[0] * jnp.exp(-theta[1] * t)


def descent_step(theta, observed, damping):
    predicted, pullback = jax.vjp(simulate, theta, 2.0)
    by_theta, by_scale = pullback(predicted - observed)
    again = pullback(predicted - observed)[0]
    return theta - damping * by_theta, again, by_scale


theta, observed = jnp.array([1.0, 0.5]), jnp.ones(5)
after, again, by_scale = descent_step(theta, observed, 0.1)
half = lambda p: 0.5 * jnp.sum((simulate(p, 2.0) - observed) ** 2)
assert jnp.allclose(again, jax.grad(half)(theta), atol=1e-5)
assert jnp.allclose(after, theta - 0.1 * again, atol=1e-6)
assert jnp.isclose(by_scale, jnp.sum((simulate(theta, 2.0) - observed) * simulate(theta, 1.0)), atol=1e-5)
print("OBSERVED clean", "one cotangent, one entry")
