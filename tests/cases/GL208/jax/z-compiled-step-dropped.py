# framework: jax
# verdict: none
# seen: the state is the same after ten steps
import flax.linen as nn
import jax
import jax.numpy as jnp
import optax
from flax.training import train_state


class State(train_state.TrainState):
    key: jax.Array


@jax.jit
def train_step(state, x):
    def loss_fn(params):
        return jnp.mean((state.apply_fn({"params": params}, x) - 1.0) ** 2)

    loss, grads = jax.value_and_grad(loss_fn)(state.params)
    return state.apply_gradients(grads=grads), loss


def fit(steps):
    model = nn.Dense(1)
    params = model.init(jax.random.key(0), jnp.ones((1, 3)))["params"]
    state = State.create(apply_fn=model.apply, params=params, tx=optax.sgd(0.1), key=jax.random.key(1))
    for seed in range(steps):
        train_step(state, jax.random.normal(jax.random.key(seed), (8, 3)))  # HAZARD GL208
    return params, state


before, after = fit(10)
print("OBSERVED", "none" if jnp.array_equal(before["kernel"], after.params["kernel"]) else "clean")
