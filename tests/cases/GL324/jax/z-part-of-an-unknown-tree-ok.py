# framework: jax
# verdict: clean
# seen: what one loss holds fixed is trained by the other
import flax.linen as nn
import jax
import jax.numpy as jnp
import optax


class Agent(nn.Module):
    def setup(self):
        self.critic = nn.Dense(1)
        self.actor = nn.Dense(2)

    def __call__(self, x):
        return self.actor(x), self.critic(x)


model = Agent()
params = model.init(jax.random.key(0), jnp.ones((1, 4)))["params"]
tx = optax.adamw(1e-1, weight_decay=1e-1)
opt_state = tx.init(params)


def actor_loss(params, x):
    fixed = {**params, "critic": jax.lax.stop_gradient(params["critic"])}
    action, value = model.apply({"params": fixed}, x)
    return -jnp.mean(jnp.tanh(action).sum(-1, keepdims=True) * value)


def critic_loss(params, x):
    kernel = params["critic"]["kernel"]
    return jnp.mean((x @ kernel - 1.0) ** 2)


def total(params, x):
    return actor_loss(params, x) + critic_loss(params, x)


for _ in range(3):
    grads = jax.grad(total)(params, jnp.ones((5, 4)))
    updates, opt_state = tx.update(grads, opt_state, params)
    params = optax.apply_updates(params, updates)
print("OBSERVED clean")
