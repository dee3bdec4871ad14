# framework: jax
# verdict: zero
# seen: the spring constant gets no gradient through the rounded force
import jax
import jax.numpy as jnp


def force_error(stiffness, positions, measured):
    def energy(where):
        return 0.5 * stiffness * jnp.sum(where**2)

    force = -jax.grad(energy)(positions)
    return jnp.mean((jnp.round(force) - measured) ** 2)  # HAZARD GL403


grad = jax.grad(force_error)(2.0, jnp.array([0.3, 0.6]), jnp.zeros(2))
assert float(grad) == 0.0
print("OBSERVED zero", float(grad))
