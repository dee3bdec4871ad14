# framework: jax
# verdict: clean
# seen: [0.467, -1.767]
import jax
import jax.numpy as jnp


class QuantisedLinear:
    def __init__(self, bits):
        self.levels = 2**bits - 1

    def quantise(self, w):
        coarse = jnp.round(w * self.levels) / self.levels
        return w + jax.lax.stop_gradient(coarse - w)

    def loss(self, params, x, y):
        return jnp.mean((x @ self.quantise(params["w"]) - y) ** 2)


layer = QuantisedLinear(bits=4)
params = {"w": jnp.array([0.31, -0.72])}
x, y = jnp.array([[1.0, 0.5], [-1.0, 2.0]]), jnp.array([0.3, -1.0])
slope = jax.grad(layer.loss)(params, x, y)["w"]
coarse = jnp.round(params["w"] * 15) / 15
assert jnp.allclose(slope, x.T @ (x @ coarse - y), atol=1e-5)
print("OBSERVED clean", [round(float(s), 3) for s in slope])
