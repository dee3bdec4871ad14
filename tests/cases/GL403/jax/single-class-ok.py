# framework: jax
# verdict: clean
# seen: gradient as expected
import jax
import jax.numpy as jnp

w = jnp.ones((4, 1))
x = jax.random.normal(jax.random.PRNGKey(0), (8, 4))


def pooled(w):
    share = jax.nn.softmax(x @ w, axis=0)
    return jnp.sum(share * x[:, :1])


print("OBSERVED", "clean" if jax.grad(pooled)(w).any() else "zero")
