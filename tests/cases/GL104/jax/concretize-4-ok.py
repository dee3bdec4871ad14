# framework: jax
# verdict: clean
# seen: gradient as expected
import jax
import jax.numpy as jnp
import math


class PPO:
    def __init__(self, clip=0.2):
        self.clip = clip
        self.logs = {}

    def loss(self, params, obs, act, adv, old):
        logits = obs @ params["w"] / math.sqrt(obs.shape[-1])
        logp = jax.nn.log_softmax(logits)[jnp.arange(len(act)), act]
        ratio = jnp.exp(logp - old)
        clipped = jnp.clip(ratio, 1 - self.clip, 1 + self.clip)
        n = float(len(act))
        if obs.ndim == 1:
            raise ValueError(f"need a batch, got {obs.shape}")
        return -jnp.sum(jnp.minimum(ratio * adv, clipped * adv)) / n, {"ratio": ratio.mean()}

    def update(self, params, batch):
        (value, aux), grads = jax.value_and_grad(self.loss, has_aux=True)(params, *batch)
        self.logs["loss"] = float(value)
        self.logs["ratio"] = aux["ratio"].item()
        norm = math.sqrt(sum(float(jnp.sum(g ** 2)) for g in jax.tree_util.tree_leaves(grads)))
        scale = min(1.0, 0.5 / (norm + 1e-6))
        return jax.tree_util.tree_map(lambda p, g: p - 0.1 * scale * g, params, grads)


agent = PPO()
params = {"w": jnp.ones((3, 2))}
obs = jax.random.normal(jax.random.PRNGKey(0), (4, 3))
old = jnp.log(jnp.full(4, 0.5))
new = agent.update(params, (obs, jnp.array([0, 1, 0, 1]), jnp.array([1.0, -1.0, 0.5, 2.0]), old))
print("OBSERVED", "clean" if not jnp.allclose(new["w"], params["w"]) and agent.logs["ratio"] > 0 else "wrong")
