# framework: jax
# verdict: clean
# seen: a field that is no node of the tree is not traced by jit
import functools

import jax
import jax.numpy as jnp
from flax import struct


@struct.dataclass
class Horizon:
    weights: jax.Array
    steps: int = struct.field(pytree_node=False)
    kind: str = struct.field(pytree_node=False, default="mean")


@jax.jit
def discounted(horizon, rewards):
    discounts = 0.9 ** jnp.arange(horizon.steps)
    window = rewards[: horizon.steps] * discounts * horizon.weights
    if horizon.kind == "mean":
        return window.mean()
    return window.sum()


rewards = jnp.ones(6)
value = functools.partial(discounted, rewards=rewards)
grad = jax.grad(value)(Horizon(jnp.ones(4), 4))
assert grad.weights.shape == (4,)
print("OBSERVED clean", float(grad.weights[0]))
