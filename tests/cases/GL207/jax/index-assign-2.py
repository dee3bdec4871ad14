# framework: jax
# verdict: raises
# seen: TypeError: JAX arrays are immutable and do not support in-place item assignment. Instead of x[idx] =
import jax
import jax.numpy as jnp
import optax

PAD = 0


def loss_fn(params, tokens, targets):
    pooled = params["embed"][tokens].mean(axis=1)
    return jnp.mean((pooled @ params["head"] - targets) ** 2)


tx = optax.adam(1e-2)
params = {"embed": jnp.ones((5, 3)), "head": jnp.ones(3)}
opt_state = tx.init(params)
tokens = jnp.array([[1, 2, 0], [3, 4, 4]])
targets = jnp.array([0.5, -0.5])

for _ in range(2):
    loss, grads = jax.value_and_grad(loss_fn)(params, tokens, targets)
    grads["embed"][PAD] = 0.0  # HAZARD GL207
    updates, opt_state = tx.update(grads, opt_state, params)
    params = optax.apply_updates(params, updates)
print(loss)
