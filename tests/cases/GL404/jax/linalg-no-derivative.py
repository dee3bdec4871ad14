# framework: jax
# verdict: raises
# seen: NotImplementedError: Singular value decomposition JVP not implemented for full matrices
import jax
import jax.numpy as jnp


def subspace(weights, rank):
    u, s, vt = jnp.linalg.svd(weights)  # HAZARD GL404
    return (u[:, :rank] * s[:rank]) @ vt[:rank]


def low_rank_penalty(params, rank):
    w = params["dense"]
    return jnp.sum((w - subspace(w, rank)) ** 2)


params = {"dense": jax.random.normal(jax.random.PRNGKey(0), (5, 3))}
print(jax.grad(low_rank_penalty)(params, 2))
