# framework: jax
# verdict: wrong
# seen: the loss grows at every step
import jax
import jax.numpy as jnp
import optax
from flax import linen as nn
from flax.training.train_state import TrainState

model = nn.Dense(2)
inputs = jnp.array([[1.0, -0.5, 2.0]])
tx = optax.chain(optax.clip_by_global_norm(1.0), optax.scale_by_adam())  # HAZARD GL621
state = TrainState.create(apply_fn=model.apply, params=model.init(jax.random.key(0), inputs), tx=tx)
losses = []
for _ in range(5):
    loss, grads = jax.value_and_grad(lambda p: jnp.mean(state.apply_fn(p, inputs) ** 2))(state.params)
    state = state.apply_gradients(grads=grads)
    losses.append(float(loss))
print("OBSERVED", "wrong" if losses[-1] > losses[0] else "clean")
