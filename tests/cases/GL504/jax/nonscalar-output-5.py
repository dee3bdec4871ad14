# framework: jax
# verdict: raises
# seen: TypeError: Gradient only defined for scalar-output functions. Output had shape: (6,).
"""Per-example losses for prioritised replay; the caller forgot to reduce them."""
import jax
import jax.numpy as jnp
import optax


class QLearner:
    def __init__(self, key, obs=3, actions=2, gamma=0.9):
        self.params = {"w": jax.random.normal(key, (obs, actions)), "b": jnp.zeros(actions)}
        self.target = self.params
        self.gamma = gamma
        self.tx = optax.rmsprop(1e-2)
        self.state = self.tx.init(self.params)

    def q(self, params, obs):
        return obs @ params["w"] + params["b"]

    def td_error(self, params, batch):
        q = jnp.take_along_axis(self.q(params, batch["obs"]), batch["action"][:, None], axis=1)[:, 0]
        bootstrap = self.q(self.target, batch["next"]).max(axis=-1)
        return q - (batch["reward"] + self.gamma * (1 - batch["done"]) * bootstrap)

    def losses(self, params, batch):
        return optax.huber_loss(self.td_error(params, batch)) * batch["weight"]

    def update(self, batch):
        grads = jax.grad(self.losses)(self.params, batch)  # HAZARD GL504
        updates, self.state = self.tx.update(grads, self.state)
        self.params = optax.apply_updates(self.params, updates)


if __name__ == "__main__":
    key = jax.random.PRNGKey(0)
    batch = {
        "obs": jnp.ones((6, 3)),
        "next": jnp.zeros((6, 3)),
        "action": jnp.array([0, 1, 0, 1, 0, 1]),
        "reward": jnp.arange(6.0),
        "done": jnp.zeros(6),
        "weight": jnp.ones(6),
    }
    QLearner(key).update(batch)
