# framework: jax
# verdict: clean
# seen: steps 10
import jax
import jax.numpy as jnp


def logistic_loss(params, x, y, n_classes=2):
    logits = x @ params["w"] + params["b"]
    return jnp.mean(jax.nn.softplus(logits) - y * logits) / (n_classes - 1)


params = {"w": jnp.zeros(2), "b": jnp.zeros((), dtype=jnp.float32)}
x = jnp.array([[0.5, 1.0], [-1.0, 0.3], [2.0, 2.0]])
y = jnp.array([1, 0, 1])
for step in range(10):
    loss, grads = jax.value_and_grad(logistic_loss)(params, x, y)
    residual = jax.nn.sigmoid(x @ params["w"] + params["b"]) - y
    assert jnp.allclose(grads["w"], x.T @ residual / 3, atol=1e-5)
    params = jax.tree_util.tree_map(lambda p, g: p - 0.5 * g, params, grads)
assert loss < 0.69
print("OBSERVED clean", "steps", step + 1)
