# framework: jax
# verdict: clean
# seen: aux unpacked beside the loss
import jax
import jax.numpy as jnp
import optax

tx = optax.sgd(0.1)


def loss_fn(params, x, y):
    pred = x @ params["w"]
    return jnp.mean((pred - y) ** 2), {"pred": pred}


params = {"w": jnp.array([0.1, 0.2, 0.3])}
opt_state = tx.init(params)
x, y = jnp.arange(6.0).reshape(2, 3), jnp.array([1.0, -1.0])
step = jax.value_and_grad(loss_fn, has_aux=True)
(loss, aux), grads = step(params, x, y)
out = step(params, x, y)
updates, opt_state = tx.update(out[1], opt_state)
params = optax.apply_updates(params, updates)
expected = x.T @ (aux["pred"] - y)
assert jnp.allclose(grads["w"], expected, atol=1e-5) and jnp.isclose(out[0][0], loss)
assert jnp.allclose(params["w"], jnp.array([0.1, 0.2, 0.3]) - 0.1 * expected, atol=1e-5)
print("OBSERVED clean", "aux unpacked beside the loss")
