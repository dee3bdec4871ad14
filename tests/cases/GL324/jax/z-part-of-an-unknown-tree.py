# framework: jax
# verdict: wrong
# seen: the frozen encoder shrinks, since the decay is for all weights
import flax.linen as nn
import jax
import jax.numpy as jnp
import optax


class Probe(nn.Module):
    @nn.compact
    def __call__(self, x):
        hidden = nn.relu(nn.Dense(8, name="encoder")(x))
        return nn.Dense(2, name="probe")(hidden)


model = Probe()
params = model.init(jax.random.key(0), jnp.ones((1, 4)))["params"]
start = params["encoder"]["kernel"]
tx = optax.adamw(1e-1, weight_decay=1e-1)  # HAZARD GL324
opt_state = tx.init(params)


def loss_fn(params, x):
    kept = {**params, "encoder": jax.lax.stop_gradient(params["encoder"])}
    return jnp.mean((model.apply({"params": kept}, x) - 1.0) ** 2)


for _ in range(3):
    grads = jax.grad(loss_fn)(params, jnp.ones((5, 4)))
    updates, opt_state = tx.update(grads, opt_state, params)
    params = optax.apply_updates(params, updates)
print("OBSERVED", "wrong" if jnp.abs(params["encoder"]["kernel"] - start).max() > 1e-3 else "clean")
