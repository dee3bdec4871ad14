# framework: jax
# verdict: wrong
# seen: wrong
import jax
import jax.numpy as jnp


def masked_attention(q, k):
    scores = q @ k.T
    for i in range(scores.shape[0]):
        scores.at[i, i].set(-1e9)  # HAZARD GL208
    return jax.nn.softmax(scores)


def right(q, k):
    return jax.nn.softmax(jnp.fill_diagonal(q @ k.T, -1e9, inplace=False))


q = jax.random.normal(jax.random.PRNGKey(0), (3, 2))
f, h = (jax.grad(lambda q: jnp.sum(fn(q, q)[:, 0] ** 2))(q) for fn in (masked_attention, right))
print("OBSERVED", "clean" if jnp.allclose(f, h) else "wrong")
