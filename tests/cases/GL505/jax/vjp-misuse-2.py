# framework: jax
# verdict: raises
# seen: TypeError: primal and tangent arguments to jax.jvp must be tuples or lists
import jax
import jax.numpy as jnp


def logits(w, x):
    return jnp.tanh(x @ w)


def directional(w, direction, x):
    return jax.jvp(lambda v: logits(v, x), w, direction)[1]  # HAZARD GL505


w = jnp.array([[0.2, -0.1], [0.4, 0.3]])
x = jnp.array([[1.0, 2.0]])
print(directional(w, jnp.ones_like(w), x))
