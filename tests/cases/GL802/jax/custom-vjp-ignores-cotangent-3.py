# framework: jax
# verdict: wrong
# seen: wrong
import jax
import jax.numpy as jnp


@jax.custom_vjp
def softplus(x):
    return jnp.logaddexp(x, 0.0)


softplus.defvjp(lambda x: (softplus(x), x), lambda x, g: (jax.nn.sigmoid(x),))  # HAZARD GL802
got = jax.grad(lambda x: 3.0 * softplus(x))(0.5)
print("OBSERVED", "clean" if jnp.isclose(got, 3 * jax.nn.sigmoid(0.5)) else "wrong")
