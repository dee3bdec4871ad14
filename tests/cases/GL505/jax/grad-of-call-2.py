# framework: jax
# verdict: raises
# seen: TypeError: unsupported operand type(s) for *: 'float' and 'function'
import jax
import jax.numpy as jnp


def potential(q):
    return 0.25 * jnp.sum(q**4) - 0.5 * jnp.sum(q**2)


def leapfrog(q, p, step):
    p = p - 0.5 * step * jax.grad(potential)  # HAZARD GL505
    q = q + step * p
    return q, p


q, p = jnp.array([1.2, -0.3]), jnp.zeros(2)
for _ in range(3):
    q, p = leapfrog(q, p, 0.1)
print(q)
