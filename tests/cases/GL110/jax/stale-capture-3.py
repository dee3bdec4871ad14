# framework: jax
# verdict: wrong
# seen: wrong
import jax
import jax.numpy as jnp


class Annealed:
    def __init__(self):
        self.beta = 0.0

    def loss(self, w):
        return jnp.sum(w ** 2) + self.beta * jnp.sum(jnp.abs(w))  # HAZARD GL110

    def run(self, w, epochs=3):
        step = jax.jit(jax.grad(self.loss))
        for epoch in range(epochs):
            self.beta = epoch / epochs
            g = step(w)
            w = w - 0.1 * g
        return g, w


m = Annealed()
g, w = m.run(jnp.array([1.0]))
start = w + 0.1 * g
print("OBSERVED", "wrong" if not jnp.allclose(g, jax.grad(m.loss)(start)) else "clean")
