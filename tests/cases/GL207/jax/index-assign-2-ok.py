# framework: jax
# verdict: clean
# seen: loss 7.25 snapshot [1.0, 1.0, 1.0]
import jax
import jax.numpy as jnp
import numpy as np
import optax

PAD = 0


def loss_fn(params, tokens, targets):
    pooled = params["embed"][tokens].mean(axis=1)
    return jnp.mean((pooled @ params["head"] - targets) ** 2)


tx = optax.sgd(0.1)
table = np.ones((5, 3), np.float32)
table[PAD] = 0.0
params = {"embed": jnp.asarray(table), "head": jnp.ones(3)}
opt_state = tx.init(params)
tokens = jnp.array([[1, 2, 0], [3, 4, 4]])
targets = jnp.array([0.5, -0.5])

loss, grads = jax.value_and_grad(loss_fn)(params, tokens, targets)
gap = np.array([2.0 - 0.5, 3.0 + 0.5])
assert np.allclose(grads["embed"][4], 2.0 / 2.0 * gap[1] * 2.0 / 3.0, atol=1e-5)
grads["embed"] = grads["embed"].at[PAD].set(0.0)
updates, opt_state = tx.update(grads, opt_state, params)
params = optax.apply_updates(params, updates)
snapshot = np.array(params["embed"])
snapshot[PAD] += 1.0
assert not params["embed"][PAD].any()
print("OBSERVED clean", "loss", round(float(loss), 2), "snapshot", snapshot[PAD].tolist())
