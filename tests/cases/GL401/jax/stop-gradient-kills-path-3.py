# framework: jax
# verdict: zero
# seen: zero
import jax
import jax.numpy as jnp
from jax.lax import stop_gradient


def info_nce(params, a, b, t=0.1):
    za = a @ params["proj"]
    zb = b @ params["proj"]
    za, zb = stop_gradient((za, zb))  # HAZARD GL401
    logits = za @ zb.T / t
    return -jnp.mean(jnp.diag(jax.nn.log_softmax(logits)))


views = jax.random.normal(jax.random.key(0), (2, 3, 3))
g = jax.grad(info_nce)({"proj": jnp.eye(3)}, *views)
print("OBSERVED", "zero" if not g["proj"].any() else "clean")
