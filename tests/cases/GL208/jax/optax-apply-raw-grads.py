# framework: jax
# verdict: wrong
# seen: loss climbs
import jax
import jax.numpy as jnp
import optax


def loss_fn(params, batch):
    x, y = batch
    return jnp.mean((x @ params["w"] + params["b"] - y) ** 2)


@jax.jit
def train_step(params, batch):
    loss, grads = jax.value_and_grad(loss_fn)(params, batch)
    params = optax.apply_updates(params, grads)  # HAZARD GL208
    return params, loss


params = {"w": jnp.array([0.5, -0.5]), "b": jnp.array(0.1)}
batch = (jnp.array([[1.0, 2.0], [0.3, -1.0]]), jnp.array([1.0, 0.0]))
losses = []
for _ in range(4):
    params, loss = train_step(params, batch)
    losses.append(float(loss))
assert losses[-1] > 10.0 * losses[0]
print("OBSERVED wrong", "loss climbs")
