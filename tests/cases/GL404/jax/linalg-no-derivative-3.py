# framework: jax
# verdict: raises
# seen: NotImplementedError: Derivatives of non-symmetric eigenvectors are only valid under assumptions on the input that JAX cannot check (see the enable_eig
import jax
import jax.numpy as jnp


def subspace_loss(a):
    _, vectors = jnp.linalg.eig(a)  # HAZARD GL404
    return jnp.sum(jnp.abs(vectors[:, 0]))


jax.grad(subspace_loss)(jnp.array([[2.0, 1.0], [0.0, 3.0]]))
