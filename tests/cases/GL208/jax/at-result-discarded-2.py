# framework: jax
# verdict: zero
# seen: scan carries an empty buffer
import jax
import jax.numpy as jnp
from jax import lax


def rollout(theta, steps):
    def body(carry, t):
        angle, track = carry
        angle = angle + 0.1 * jnp.sin(theta) - 0.02 * angle
        track.at[t].add(angle)  # HAZARD GL208
        return (angle, track), None

    start = (jnp.array(0.0), jnp.zeros(steps))
    (_, track), _ = lax.scan(body, start, jnp.arange(steps))
    return jnp.sum((track - 0.5) ** 2)


slope = jax.grad(rollout)(0.7, 5)
assert float(slope) == 0.0
print("OBSERVED zero", "scan carries an empty buffer")
