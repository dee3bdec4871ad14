# framework: jax
# verdict: clean
# seen: gradient as expected
import jax
import jax.numpy as jnp
from jax.lax import stop_gradient


def byol(online, target, a, b):
    p = a @ online["proj"] @ online["pred"]
    z = stop_gradient(b @ target["proj"])
    return jnp.mean((p - z) ** 2)


def td(params, s, r, s2):
    v = s @ params
    goal = r + 0.9 * stop_gradient(s2 @ params)
    return jnp.mean((goal - v) ** 2)


def ste(w):
    return jnp.sum((w + stop_gradient(jnp.round(w) - w)) ** 2)


def softmax(x):
    e = jnp.exp(x - stop_gradient(x.max()))
    return e / e.sum()


online = {"proj": jnp.eye(3), "pred": 2 * jnp.eye(3)}
g1 = jax.grad(byol)(online, {"proj": jnp.eye(3)}, jnp.eye(3), jnp.ones((3, 3)))
g2 = jax.grad(td)(jnp.ones(2), jnp.ones((4, 2)), jnp.zeros(4), jnp.ones((4, 2)))
g3 = jax.grad(ste)(jnp.array([0.7, 1.2]))
g4 = jax.grad(lambda x: softmax(x)[0])(jnp.array([1.0, 2.0]))
print("OBSERVED", "clean" if g1["proj"].any() and g2.any() and g3.any() and g4.any() else "zero")
