# framework: jax
# verdict: clean
# seen: (4, 3)
import jax
import jax.numpy as jnp
import numpy as np


def patchify(image):
    blocks = image.reshape(4, 2, 4, 2)
    return blocks.transpose(0, 2, 1, 3).reshape(16, -1)


def loss(w, image):
    tokens = patchify(image)
    side = int(tokens.shape[0] ** 0.5)
    return jnp.mean((tokens @ w).reshape(side, side, 3) ** 2)


image = jnp.asarray(np.random.default_rng(0).normal(size=(8, 8)), dtype=jnp.float32)
w = jnp.ones((4, 3))
got = jax.grad(loss)(w, image)
tokens = patchify(image)
assert jnp.allclose(got, 2.0 / 48.0 * tokens.T @ (tokens @ w), atol=1e-5)
print("OBSERVED clean", got.shape)
