# framework: jax
# verdict: zero
# seen: the only class has the probability 1
import jax
import jax.numpy as jnp

w = jnp.ones((4, 1))
x = jax.random.normal(jax.random.PRNGKey(0), (8, 4))
y = jnp.zeros((8, 1))


def loss_fn(w):
    p = jax.nn.softmax(x @ w, axis=-1)  # HAZARD GL403
    return jnp.mean((p - y) ** 2)


print("OBSERVED", "zero" if not jax.grad(loss_fn)(w).any() else "clean")
