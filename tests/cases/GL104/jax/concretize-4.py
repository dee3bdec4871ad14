# framework: jax
# verdict: raises
# seen: jax.errors.ConcretizationTypeError: Abstract tracer value encountered where concrete value is expected: traced array with shape float32[]
import jax
import jax.numpy as jnp


class PPO:
    def __init__(self, clip=0.2):
        self.clip = clip
        self.logs = {}

    def loss(self, params, obs, act, adv, old):
        logits = obs @ params["w"]
        logp = jax.nn.log_softmax(logits)[jnp.arange(len(act)), act]
        ratio = jnp.exp(logp - old)
        clipped = jnp.clip(ratio, 1 - self.clip, 1 + self.clip)
        out = -jnp.mean(jnp.minimum(ratio * adv, clipped * adv))
        self.logs["ratio"] = float(ratio.mean())  # HAZARD GL104
        return out


agent = PPO()
params = {"w": jnp.ones((3, 2))}
jax.grad(agent.loss)(params, jnp.ones((4, 3)), jnp.array([0, 1, 0, 1]), jnp.ones(4), jnp.zeros(4))
