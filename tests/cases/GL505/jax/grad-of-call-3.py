# framework: jax
# verdict: raises
# seen: TypeError: unsupported operand type(s) for *: 'float' and 'function'
import jax
import jax.numpy as jnp


def hamiltonian(q, p):
    return jnp.sum(p ** 2) / 2 + jnp.sum(jnp.cos(q))


def leapfrog(q, p, dt):
    p = p - 0.5 * dt * jax.grad(hamiltonian, argnums=0)  # HAZARD GL505
    return q + dt * p, p


leapfrog(jnp.ones(2), jnp.ones(2), 0.1)
