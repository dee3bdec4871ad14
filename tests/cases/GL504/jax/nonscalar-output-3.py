# framework: jax
# verdict: raises
# seen: TypeError: Gradient only defined for scalar-output functions. Output had shape: (4,).
import jax
import jax.numpy as jnp


def softmax_xent(params, x, y):
    logits = x @ params
    return -jnp.sum(jax.nn.log_softmax(logits) * y, axis=-1)


params, x = jnp.ones((3, 2)), jnp.ones((4, 3))
y = jax.nn.one_hot(jnp.array([0, 1, 0, 1]), 2)
grads = jax.grad(softmax_xent)(params, x, y)  # HAZARD GL504
