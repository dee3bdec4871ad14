# framework: jax
# verdict: raises
# seen: TypeError: sub got incompatible shapes for broadcasting: (4,), (5,).
import jax
import jax.numpy as jnp


def loss(params, batch):
    return jnp.mean((batch["x"] @ params["w"] - batch["y"]) ** 2)  # HAZARD GL509


params = {"w": jnp.ones((2, 3))}
batch = {"x": jnp.ones((2, 4, 3)), "y": jnp.zeros((2, 5))}
grads = jax.grad(lambda p: jax.vmap(loss)(p, batch).sum())(params)
