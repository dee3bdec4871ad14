# framework: jax
# verdict: raises
# seen: TypeError: unsupported operand type(s) for *: 'float' and 'dict'
import jax
import jax.numpy as jnp
import optax

tx = optax.adam(1e-3)


def loss_fn(params, x, y):
    hidden = jax.nn.gelu(x @ params["w1"])
    return jnp.mean((hidden @ params["w2"] - y) ** 2)


params = {"w1": jnp.ones((3, 4)) * 0.1, "w2": jnp.ones((4, 1)) * 0.1}
opt_state = tx.init(params)
x, y = jnp.ones((5, 3)), jnp.zeros((5, 1))
for _ in range(2):
    grads, loss = jax.value_and_grad(loss_fn)(params, x, y)  # HAZARD GL505
    updates, opt_state = tx.update(grads, opt_state)
    params = optax.apply_updates(params, updates)
print(loss)
