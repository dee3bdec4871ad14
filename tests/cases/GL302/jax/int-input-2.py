# framework: jax
# verdict: raises
# seen: TypeError: grad requires real- or complex-valued inputs (input dtype that is a sub-dtype of
import jax
import jax.numpy as jnp


def logistic_loss(params, x, y):
    logits = x @ params["w"] + params["b"]
    return jnp.mean(jax.nn.softplus(logits) - y * logits)


params = {"w": jnp.zeros(2), "b": 0}
x = jnp.array([[0.5, 1.0], [-1.0, 0.3], [2.0, 2.0]])
y = jnp.array([1, 0, 1])
for _ in range(10):
    loss, grads = jax.value_and_grad(logistic_loss)(params, x, y)  # HAZARD GL302
    params = jax.tree_util.tree_map(lambda p, g: p - 0.5 * g, params, grads)
print(loss)
