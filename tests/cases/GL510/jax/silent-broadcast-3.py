# framework: jax
# verdict: wrong
# seen: wrong
import jax
import jax.numpy as jnp


def critic(params, s):
    return jax.nn.relu(s @ params["a"]) @ params["b"]


def td_loss(params, s, r):
    return jnp.mean((r - critic(params, s)) ** 2)  # HAZARD GL510


params = {"a": jnp.ones((3, 4)), "b": jnp.ones((4, 1))}
s, r = jnp.arange(15.0).reshape(5, 3) / 10, jnp.arange(5.0)
g = jax.grad(td_loss)(params, s, r)
true = jax.grad(lambda p: jnp.mean((r - critic(p, s)[:, 0]) ** 2))(params)
print("OBSERVED", "clean" if jnp.allclose(g["b"], true["b"]) else "wrong")
