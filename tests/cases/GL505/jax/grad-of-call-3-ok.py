# framework: jax
# verdict: clean
# seen: gradient as expected
import jax
import jax.numpy as jnp
from functools import partial


def make_potential(k):
    def potential(q):
        return 0.5 * k * jnp.sum(q ** 2)

    return potential


def hamiltonian(q, p, k=1.0):
    return jnp.sum(p ** 2) / 2 + make_potential(k)(q)


def leapfrog(q, p, dt, force):
    p = p - 0.5 * dt * force(q)
    q = q + dt * p
    return q, p - 0.5 * dt * force(q)


force = jax.grad(make_potential(2.0))
stiff = jax.grad(partial(hamiltonian, k=3.0), argnums=(0, 1))
table = {"f": jax.grad(hamiltonian), "g": jax.jit(jax.grad(hamiltonian, 1))}
q, p = leapfrog(jnp.ones(2), jnp.zeros(2), 0.1, force)
dq, dp = stiff(q, p)
print("OBSERVED", "clean" if jnp.allclose(dq, 3 * q) and jnp.allclose(table["g"](q, p), p) else "wrong")
