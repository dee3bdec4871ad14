# framework: jax
# verdict: clean
# seen: entropy from the logits
import jax
import jax.numpy as jnp
from jax.test_util import check_grads


def entropy_bonus(params, obs):
    logits = obs @ params["w"]
    log_probs = jax.nn.log_softmax(logits, axis=-1)
    probs = jax.nn.softmax(logits, axis=-1)
    return -jnp.mean(jnp.sum(probs * log_probs, axis=-1))


steep = {"w": jnp.array([[100.0, 0.0, -100.0], [0.0, 1.0, 0.0]])}
gentle = {"w": jnp.array([[1.0, 0.0, -1.0], [0.0, 1.0, 0.0]])}
obs = jnp.array([[1.0, 0.5], [2.0, -1.0]])
assert jnp.isfinite(jax.grad(entropy_bonus)(steep, obs)["w"]).all()
check_grads(lambda p: entropy_bonus(p, obs), (gentle,), order=1, modes=["rev"], atol=1e-2, rtol=1e-2)
print("OBSERVED clean", "entropy from the logits")
