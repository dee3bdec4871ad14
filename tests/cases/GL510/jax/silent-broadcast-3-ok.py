# framework: jax
# verdict: clean
# seen: gradient as expected
import jax
import jax.numpy as jnp


def critic(params, s):
    return jax.nn.relu(s @ params["a"]) @ params["b"]


def td_loss(params, s, r):
    v = critic(params, s)
    gram = v - v.T
    return jnp.mean((r - v.squeeze(-1)) ** 2) + jnp.mean((r[:, None] - v) ** 2) + jnp.mean(gram ** 2)


def kernel(x, y):
    return jnp.exp(-0.5 * (x[:, None] - y[None, :]) ** 2).mean()


params = {"a": jnp.ones((3, 4)), "b": jnp.ones((4, 1))}
s, r = jnp.ones((5, 3)), jnp.arange(5.0)
g = jax.grad(td_loss)(params, s, r)
k = jax.grad(kernel)(jnp.arange(3.0), jnp.arange(4.0))
print("OBSERVED", "clean" if g["b"].any() and k.any() else "wrong")
