# framework: jax
# verdict: clean
# seen: vmap takes the first axis from every leaf of a dictionary and of a tuple
import jax
import jax.numpy as jnp


def loss(params, batch):
    x, y = batch
    return jnp.mean((x @ params["w"] - y) ** 2)


params = {"w": jnp.ones((2, 3))}
batch = (jnp.ones((2, 4, 3)), jnp.zeros((2, 4)))
grads = jax.grad(lambda p: jax.vmap(loss)(p, batch).sum())(params)
print(grads["w"].shape, jnp.abs(grads["w"]).max())
