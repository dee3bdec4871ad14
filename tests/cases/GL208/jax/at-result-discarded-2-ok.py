# framework: jax
# verdict: clean
# seen: track written at every step
import jax
import jax.numpy as jnp
from jax import lax
from jax.test_util import check_grads


def rollout(theta, steps):
    def body(carry, t):
        angle, track = carry
        angle = angle + 0.1 * jnp.sin(theta) - 0.02 * angle
        return (angle, track.at[t].add(angle)), None

    start = (jnp.array(0.0), jnp.zeros(steps))
    (_, track), _ = lax.scan(body, start, jnp.arange(steps))
    order = [3, 1, 2]
    order.sort()
    track = track.at[0].multiply(2.0)
    return jnp.sum((track[jnp.array(order)] - 0.5) ** 2) + track[0]


check_grads(lambda theta: rollout(theta, 5), (0.7,), order=1, modes=["rev"], atol=1e-2, rtol=1e-2)
assert float(jax.grad(rollout)(0.7, 5)) != 0.0
print("OBSERVED clean", "track written at every step")
