# framework: jax
# verdict: raises
# seen: TypeError: Gradient only defined for scalar-output functions. Output had shape: (5,).
import jax
import jax.numpy as jnp


def cross_entropy(params, images, labels):
    logits = images @ params["w"] + params["b"]
    onehot = jax.nn.one_hot(labels, 3)
    return -jnp.sum(onehot * jax.nn.log_softmax(logits), axis=-1)


params = {"w": jnp.zeros((4, 3)), "b": jnp.zeros(3)}
images = jnp.ones((5, 4))
labels = jnp.array([0, 1, 2, 1, 0])
loss, grads = jax.value_and_grad(cross_entropy)(params, images, labels)  # HAZARD GL504
params = jax.tree_util.tree_map(lambda p, g: p - 0.1 * g, params, grads)
print(loss)
