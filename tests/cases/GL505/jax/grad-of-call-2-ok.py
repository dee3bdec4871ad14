# framework: jax
# verdict: clean
# seen: energy conserved
import jax
import jax.numpy as jnp


def potential(q):
    return 0.25 * jnp.sum(q**4) - 0.5 * jnp.sum(q**2)


force = jax.grad(potential)
curvature = jax.jacfwd(force)


def leapfrog(q, p, step, slope=force):
    p = p - 0.5 * step * slope(q)
    q = q + step * p
    return q, p - 0.5 * step * jax.grad(potential)(q)


q, p = jnp.array([1.2, -0.3]), jnp.zeros(2)
assert jnp.allclose(force(q), q**3 - q, atol=1e-5)
assert jnp.allclose(jnp.diag(curvature(q)), 3.0 * q**2 - 1.0, atol=1e-5)
start = potential(q)
for _ in range(20):
    q, p = leapfrog(q, p, 0.05)
assert abs(float(potential(q) + 0.5 * jnp.sum(p**2) - start)) < 1e-3
print("OBSERVED clean", "energy conserved")
