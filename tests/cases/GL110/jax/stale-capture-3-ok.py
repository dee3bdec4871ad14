# framework: jax
# verdict: clean
# seen: gradient as expected
import jax
import jax.numpy as jnp


class Annealed:
    def __init__(self, rate):
        self.rate = rate
        self.beta = 0.0
        self.step = jax.jit(jax.grad(self.loss))

    def loss(self, w, beta):
        return jnp.sum(w ** 2) + beta * jnp.sum(jnp.abs(w)) * self.rate

    def run(self, w, epochs=3):
        for epoch in range(epochs):
            self.beta = epoch / epochs
            g = self.step(w, self.beta)
            w = w - 0.1 * g
        return g, w


for scale in (1.0, 2.0):
    @jax.jit
    def local(w, scale=scale):
        return jnp.sum(w * scale)

m = Annealed(1.0)
g, w = m.run(jnp.array([1.0]))
print("OBSERVED", "clean" if jnp.allclose(g, jax.grad(m.loss)(w + 0.1 * g, m.beta)) and local(w) != 0 else "wrong")
