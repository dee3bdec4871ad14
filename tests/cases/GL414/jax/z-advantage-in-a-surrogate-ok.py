# framework: jax
# verdict: clean
# seen: the critic has its own loss alone
import jax
import jax.numpy as jnp
import optax
from flax import nnx


class Agent(nnx.Module):
    def __init__(self, rngs):
        self.policy = nnx.Linear(4, 3, rngs=rngs)
        self.value = nnx.Linear(4, 1, rngs=rngs)

    def __call__(self, seen):
        return self.policy(seen), self.value(seen)[..., 0]


def surrogate(model, batch, clip=0.2):
    logits, value = model(batch["seen"])
    taken = jnp.take_along_axis(jax.nn.log_softmax(logits), batch["act"][:, None], -1)[:, 0]
    ratio = jnp.exp(taken - batch["before"])
    advantage = jax.lax.stop_gradient(batch["returns"] - value)
    gain = jnp.minimum(ratio * advantage, jnp.clip(ratio, 1 - clip, 1 + clip) * advantage)
    return -gain.mean() + ((value - batch["returns"]) ** 2).mean()


@nnx.jit
def update(model, optimizer, batch):
    loss, gradients = nnx.value_and_grad(surrogate)(model, batch)
    optimizer.update(model, gradients)
    return loss


agent = Agent(nnx.Rngs(0))
optimizer = nnx.Optimizer(agent, optax.adam(1e-2), wrt=nnx.Param)
batch = {"seen": jnp.ones((5, 4)), "act": jnp.zeros(5, int), "before": -jnp.ones(5), "returns": jnp.ones(5)}
print(update(agent, optimizer, batch))
