# framework: jax
# verdict: clean
# seen: gradient as expected
from functools import partial
import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames=("train", "kind"))
def forward(params, x, key=None, train=False, kind="relu"):
    if x.ndim == 1:
        x = x[None]
    h = x @ params["w"]
    if kind == "relu":
        h = jax.nn.relu(h)
    else:
        h = jnp.tanh(h)
    if train and key is not None:
        h = h * jax.random.bernoulli(key, 0.5, h.shape)
    assert h.shape[-1] == 2
    return h


def huber(w, delta):
    if jnp.abs(w) > delta:
        return delta * (jnp.abs(w) - 0.5 * delta)
    return 0.5 * w ** 2


@jax.jit
def clip(g, limit):
    norm = jnp.linalg.norm(g)
    return jax.lax.cond(norm > limit, lambda v: v * limit / norm, lambda v: v, g) if g.size > 1 else jnp.where(norm > limit, limit, g)


params = {"w": jnp.ones((3, 2))}
out = forward(params, jnp.ones(3), jax.random.PRNGKey(0), train=True, kind="tanh")
g = jax.grad(huber)(3.0, 1.0)
print("OBSERVED", "clean" if g == 1.0 and out.shape == (1, 2) and clip(jnp.ones(4), 1.0).shape == (4,) else "wrong")
