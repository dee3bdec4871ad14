# framework: jax
# verdict: wrong
# seen: each device moves its own copy of the state by its own gradient
import os

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=2"

import flax.linen as nn
import jax
import jax.numpy as jnp
import optax
from flax import jax_utils
from flax.training.train_state import TrainState


def train_step(state, batch):
    def loss_fn(params):
        return jnp.mean((state.apply_fn({"params": params}, batch) - 1.0) ** 2)

    loss, grads = jax.value_and_grad(loss_fn)(state.params)
    metrics = {"loss": jax.lax.pmean(loss, "batch")}
    return state.apply_gradients(grads=grads), metrics  # HAZARD GL612


p_train_step = jax.pmap(train_step, "batch")
model = nn.Dense(1)
params = model.init(jax.random.key(0), jnp.ones((1, 3)))["params"]
state = TrainState.create(apply_fn=model.apply, params=params, tx=optax.sgd(0.1))
state = jax_utils.replicate(state)
batches = jax.random.normal(jax.random.key(1), (jax.local_device_count(), 4, 3))
for _ in range(3):
    state, metrics = p_train_step(state, batches)
kernel = state.params["kernel"]
assert jax.local_device_count() == 1 or jnp.abs(kernel[0] - kernel[-1]).max() > 1e-4
