# framework: jax
# verdict: wrong
# seen: the copies on both devices drift apart
import os

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=2"

import flax.linen as nn
import jax
import jax.numpy as jnp
import optax
from flax import jax_utils
from flax.training.train_state import TrainState


def update(state, images, labels):
    def objective(params):
        logits = state.apply_fn({"params": params}, images)
        return optax.softmax_cross_entropy_with_integer_labels(logits, labels).mean()

    loss, grads = jax.value_and_grad(objective)(state.params)
    loss = jax.lax.pmean(loss, axis_name="devices")
    return state.apply_gradients(grads=grads), loss  # HAZARD GL612


parallel = jax.pmap(update, axis_name="devices")
net = nn.Dense(3)
variables = net.init(jax.random.key(2), jnp.ones((1, 4)))
state = TrainState.create(apply_fn=net.apply, params=variables["params"], tx=optax.sgd(0.5))
state = jax_utils.replicate(state)
images = jax.random.normal(jax.random.key(3), (jax.local_device_count(), 5, 4))
labels = jnp.arange(jax.local_device_count() * 5).reshape(-1, 5) % 3
for _ in range(3):
    state, loss = parallel(state, images, labels)
kernel = state.params["kernel"]
assert jax.local_device_count() == 1 or jnp.abs(kernel[0] - kernel[-1]).max() > 1e-4
