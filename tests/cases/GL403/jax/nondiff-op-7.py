# framework: jax
# verdict: zero
# seen: zero
import jax
import jax.numpy as jnp


def render(params, pixels):
    depth = pixels @ params["plane"]
    layer = (depth * 8).astype(jnp.int32)  # HAZARD GL403
    return jnp.take(jnp.linspace(0.0, 1.0, 64), jnp.clip(layer, 0, 63))


def loss(params, pixels, target):
    return jnp.mean((render(params, pixels) - target) ** 2)


g = jax.grad(loss)({"plane": jnp.array([0.3, 0.2])}, jnp.ones((5, 2)), jnp.zeros(5))
print("OBSERVED", "zero" if not g["plane"].any() else "clean")
