# framework: jax
# verdict: zero
# seen: volume gradient all zero
import jax
import jax.numpy as jnp

price_per_box = 4.0
box_size = 6.0


def shipping(volume):
    boxes = volume // box_size + 1.0  # HAZARD GL403
    return boxes * price_per_box


def objective(volumes):
    return jnp.sum(jax.vmap(shipping)(volumes))


volumes = jnp.array([3.5, 14.2, 29.9])
slope = jax.grad(objective)(volumes)
assert not slope.any() and float(objective(volumes + 6.0)) > float(objective(volumes))
print("OBSERVED zero", "volume gradient all zero")
