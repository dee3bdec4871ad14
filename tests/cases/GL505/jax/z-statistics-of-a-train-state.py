# framework: jax
# verdict: raises
# seen: ModifyScopeVariableError
import jax, jax.numpy as jnp, optax
from flax import linen as nn
from flax.training import train_state
from typing import Any


class State(train_state.TrainState):
    batch_stats: Any


class CNN(nn.Module):
    @nn.compact
    def __call__(self, x, train=True):
        norm = nn.BatchNorm(use_running_average=not train, momentum=0.9)
        return nn.Dense(1)(nn.relu(norm(nn.Dense(4)(x))))


m = CNN()
x = jnp.ones((4, 3))
v = m.init(jax.random.key(0), x, train=False)
state = State.create(apply_fn=m.apply, params=v["params"], tx=optax.sgd(0.1), batch_stats=v["batch_stats"])


def step(state, x):
    def loss_fn(params):
        variables = {"params": params, "batch_stats": state.batch_stats}
        logits = state.apply_fn(variables, x, train=True)  # HAZARD GL505
        return jnp.mean(logits**2)

    return state.apply_gradients(grads=jax.grad(loss_fn)(state.params))


state = step(state, x)
