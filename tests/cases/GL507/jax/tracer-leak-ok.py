# framework: jax
# verdict: clean
# seen: features (4, 3)
import jax
import jax.numpy as jnp


class Encoder:
    def __init__(self, width):
        self.width = width
        self.features = None
        self.shapes = []

    def loss(self, w, x):
        hidden = jnp.tanh(x @ w)
        self.shapes.append(hidden.shape)
        return jnp.mean(hidden**2), hidden

    def step(self, w, x):
        grads, hidden = jax.jit(jax.grad(self.loss, has_aux=True))(w, x)
        self.features = hidden
        return grads


encoder = Encoder(3)
w, x = jnp.ones((2, 3)) * 0.1, jnp.ones((4, 2))
grads = encoder.step(w, x)
h = encoder.features
assert jnp.allclose(grads, x.T @ (2.0 * h * (1.0 - h**2)) / h.size, atol=1e-6)
print("OBSERVED clean", "features", encoder.shapes[0])
