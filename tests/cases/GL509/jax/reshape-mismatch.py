# framework: jax
# verdict: raises
# seen: TypeError: cannot reshape array of shape (4, 4, 2, 2) (size 64) into shape (16, 6) (size 96)
import jax
import jax.numpy as jnp


def patchify(image):
    blocks = image.reshape(4, 2, 4, 2)
    return blocks.transpose(0, 2, 1, 3).reshape(16, 6)  # HAZARD GL509


def loss(w, image):
    return jnp.mean((patchify(image) @ w) ** 2)


image = jnp.ones((8, 8))
w = jnp.ones((4, 3))
print(jax.grad(loss)(w, image))
