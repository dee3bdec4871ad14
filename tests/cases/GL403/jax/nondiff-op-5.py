# framework: jax
# verdict: zero
# seen: zero
import jax
import jax.numpy as jnp


class Quantizer:
    def __init__(self, bits):
        self.levels = 2 ** bits

    def __call__(self, w):
        return jnp.floor(w * self.levels) / self.levels  # HAZARD GL403


quant = Quantizer(3)


def loss(params, x, y):
    q = jax.tree_util.tree_map(quant, params)
    return jnp.mean((x @ q["w"] + q["b"] - y) ** 2)


g = jax.grad(loss)({"w": jnp.array([0.3, 0.7]), "b": jnp.array(0.2)}, jnp.ones((4, 2)), jnp.zeros(4))
print("OBSERVED", "zero" if not g["w"].any() else "clean")
