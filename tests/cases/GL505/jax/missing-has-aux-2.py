# framework: jax
# verdict: raises
# seen: TypeError: Gradient only defined for scalar-output functions.
import jax
import jax.numpy as jnp


class SAC:
    def __init__(self, alpha):
        self.alpha = alpha

    def actor_loss(self, params, obs):
        mean = obs @ params["mean"]
        log_prob = -0.5 * jnp.sum(mean**2, axis=-1)
        loss = jnp.mean(self.alpha * log_prob - jnp.sum(mean, axis=-1))
        return loss, {"entropy": -log_prob.mean()}

    def update(self, params, obs):
        grads = jax.grad(self.actor_loss)(params, obs)  # HAZARD GL505
        return jax.tree_util.tree_map(lambda p, g: p - 1e-2 * g, params, grads)


agent = SAC(0.2)
print(agent.update({"mean": jnp.ones((3, 2))}, jnp.ones((5, 3))))
