# framework: jax
# verdict: clean
# seen: entropy 4.0
import jax
import jax.numpy as jnp


class SAC:
    def __init__(self, alpha):
        self.alpha = alpha

    def actor_terms(self, params, obs):
        mean = obs @ params["mean"]
        return mean, -0.5 * jnp.sum(mean**2, axis=-1)

    def actor_loss(self, params, obs):
        mean, log_prob = self.actor_terms(params, obs)
        loss = jnp.mean(self.alpha * log_prob - jnp.sum(mean, axis=-1))
        return loss, {"entropy": -log_prob.mean()}

    def update(self, params, obs):
        grads, info = jax.grad(self.actor_loss, has_aux=True)(params, obs)
        return jax.tree_util.tree_map(lambda p, g: p - 1e-2 * g, params, grads), info


agent, obs = SAC(0.2), jnp.ones((5, 2))
params, info = agent.update({"mean": jnp.ones((2, 2))}, obs)
assert jnp.allclose(params["mean"], 1.0 - 1e-2 * (-0.2 * 2.0 - 1.0), atol=1e-5)
print("OBSERVED clean", "entropy", float(info["entropy"]))
