# framework: jax
# verdict: zero
# seen: zero
import jax
import jax.numpy as jnp


def make_step(model, lr):
    def loss_fn(params, batch):  # HAZARD GL311
        x, y = batch
        pred = model(x)
        return jnp.mean((pred - y) ** 2)

    def step(params, batch):
        grads = jax.grad(loss_fn)(params, batch)
        return jax.tree_util.tree_map(lambda p, g: p - lr * g, params, grads), grads

    return step


params = {"w": jnp.ones((2, 1))}
step = make_step(lambda x: x @ params["w"], 0.1)
_, g = step(params, (jnp.ones((3, 2)), jnp.zeros((3, 1))))
print("OBSERVED", "zero" if not g["w"].any() else "clean")
