# framework: jax
# verdict: clean
# seen: nothing is compiled inside the block, so values can be asked for
import jax
import jax.numpy as jnp


def clipped(w, x):
    loss = jnp.sum((w * x) ** 2)
    if loss > 1.0:
        loss = jnp.log(loss)
    return loss


compiled = jax.jit(clipped)
with jax.disable_jit():
    value = compiled(jnp.ones(3), jnp.ones(3))
    grad = jax.grad(jax.jit(clipped))(jnp.ones(3), jnp.ones(3))
assert jnp.allclose(grad, 2.0 / 3.0)
print("OBSERVED clean", float(value))
