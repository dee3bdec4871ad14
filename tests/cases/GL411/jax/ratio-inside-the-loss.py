# framework: jax
# verdict: zero
# seen: the gradient of the policy is zero
import jax
import jax.numpy as jnp
from flax import nnx


def chosen(policy, seen, taken):
    return jax.nn.log_softmax(policy(seen))[jnp.arange(len(taken)), taken]


def surrogate(policy, seen, taken, advantage):
    before = chosen(policy, seen, taken)  # HAZARD GL411
    ratio = jnp.exp(chosen(policy, seen, taken) - before)
    return -jnp.mean(jnp.minimum(ratio * advantage, jnp.clip(ratio, 0.8, 1.2) * advantage))


policy = nnx.Linear(3, 2, rngs=nnx.Rngs(0))
seen = jax.random.normal(jax.random.key(1), (4, 3))
slopes = nnx.grad(surrogate)(policy, seen, jnp.array([0, 1, 1, 0]), jnp.arange(4.0))
assert jnp.abs(slopes["kernel"].get_value() if hasattr(slopes["kernel"], "get_value") else slopes["kernel"].value).max() < 1e-6
print("OBSERVED zero")
