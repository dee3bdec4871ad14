# framework: jax
# verdict: zero
# seen: slope 0.0 instead of 0.786
import jax
import jax.numpy as jnp


@jax.custom_jvp
def squash(x):
    return jnp.tanh(x)


@squash.defjvp
def squash_jvp(primals, tangents):
    (x,), (dx,) = primals, tangents
    y = squash(x)
    return y, 1.0 - y * y  # HAZARD GL801


def loss(w, x):
    return jnp.sum(squash(w * x))


slope = jax.grad(loss)(0.5, jnp.ones(1))
true = 1.0 - jnp.tanh(0.5) ** 2
assert float(slope) == 0.0
print("OBSERVED zero", "slope", float(slope), "instead of", round(float(true), 3))
