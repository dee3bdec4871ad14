# framework: jax
# verdict: zero
# seen: zero
import jax
import jax.numpy as jnp


class Model:
    def __init__(self):
        self.params = {"w": jnp.ones(2)}

    def loss(self, params, x):  # HAZARD GL311
        return jnp.mean((x @ self.params["w"]) ** 2)


m = Model()
g = jax.grad(m.loss)(m.params, jnp.ones((3, 2)))
print("OBSERVED", "zero" if not g["w"].any() else "clean")
