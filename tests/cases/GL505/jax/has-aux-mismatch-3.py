# framework: jax
# verdict: raises
# seen: TypeError: expected function with aux output to return a two-element tuple, but got type <class 'jax._src.interpreters.ad.LinearizeTracer'> with value
import jax
import jax.numpy as jnp


def loss(w, x):
    return jnp.sum((w * x) ** 2)


w = jnp.ones(2)
value, grads = jax.value_and_grad(loss, has_aux=True)(w, jnp.ones(2))  # HAZARD GL505
