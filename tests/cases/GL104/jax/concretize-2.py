# framework: jax
# verdict: raises
# seen: jax.errors.ConcretizationTypeError: Abstract tracer value encountered where concrete value is
import jax
import jax.numpy as jnp
import optax

history = []


def loss_fn(params, x, y):
    pred = x @ params["w"] + params["b"]
    loss = jnp.mean((pred - y) ** 2)
    history.append(float(loss))  # HAZARD GL104
    return loss


tx = optax.sgd(0.1)
params = {"w": jnp.zeros(2), "b": jnp.zeros(())}
opt_state = tx.init(params)
x = jnp.array([[1.0, 2.0], [0.0, 1.0], [2.0, -1.0]])
y = jnp.array([1.0, 0.0, 3.0])
for _ in range(5):
    grads = jax.grad(loss_fn)(params, x, y)
    updates, opt_state = tx.update(grads, opt_state)
    params = optax.apply_updates(params, updates)
print(history)
