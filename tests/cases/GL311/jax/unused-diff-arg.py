# framework: jax
# verdict: zero
# seen: all gradients zero
import jax
import jax.numpy as jnp


def apply(params, x):
    return jnp.tanh(x @ params["hidden"]) @ params["out"]


state = {
    "params": {"hidden": jnp.ones((2, 3)) * 0.2, "out": jnp.ones((3, 1)) * 0.5},
    "step": 0,
}


def loss_fn(params, x, y):  # HAZARD GL311
    pred = apply(state["params"], x)
    return jnp.mean((pred - y) ** 2)


x, y = jnp.array([[1.0, 2.0], [0.5, -1.0]]), jnp.array([[1.0], [0.0]])
grads = jax.jit(jax.grad(loss_fn))(state["params"], x, y)
assert all(not g.any() for g in jax.tree_util.tree_leaves(grads))
print("OBSERVED zero", "all gradients zero")
