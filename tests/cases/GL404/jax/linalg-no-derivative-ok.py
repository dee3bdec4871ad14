# framework: jax
# verdict: clean
# seen: thin factors and bare values
import jax
import jax.numpy as jnp
from jax.test_util import check_grads


def subspace(weights, rank):
    u, s, vt = jnp.linalg.svd(weights, full_matrices=False)
    return (u[:, :rank] * s[:rank]) @ vt[:rank]


def low_rank_penalty(w, rank):
    values = jnp.linalg.svd(w, compute_uv=False)
    return jnp.sum((w - subspace(w, rank)) ** 2) + 0.1 * jnp.sum(values)


data = jnp.array([[2.0, 0.1, 0.0], [0.3, 1.0, 0.2], [0.0, 0.5, 0.4], [1.0, -1.0, 0.3]])
basis = jnp.linalg.svd(data)[0]
check_grads(lambda w: low_rank_penalty(w, 2), (data,), order=1, modes=["rev"], atol=2e-2, rtol=2e-2)
grad = jax.grad(low_rank_penalty)(data, 2)
assert jnp.isfinite(grad).all() and basis.shape == (4, 4)
print("OBSERVED clean", "thin factors and bare values")
