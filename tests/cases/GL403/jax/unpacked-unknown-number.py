# framework: jax
# verdict: zero
# seen: the order of the columns has no gradient
import jax
import jax.numpy as jnp


@jax.custom_vjp
def polar(matrix):
    lengths = jnp.linalg.norm(matrix, axis=0)
    return lengths, matrix / lengths


def polar_fwd(matrix):
    lengths, columns = polar(matrix)
    return (lengths, columns), (lengths, columns)


def polar_bwd(kept, arriving):
    lengths, columns = kept
    turned = arriving[1] - columns * (columns * arriving[1]).sum(0)
    return (columns * arriving[0] + turned / lengths,)


polar.defvjp(polar_fwd, polar_bwd)


def ranks(lengths, columns):
    del columns
    return jnp.argsort(lengths).astype(jnp.float32)  # HAZARD GL403


def loss(matrix):
    return jnp.sum(ranks(*polar(matrix)) * jnp.arange(2.0))


gradient = jax.grad(loss)(jnp.array([[3.0, 1.0], [4.0, 1.0]]))
assert float(jnp.abs(gradient).sum()) == 0.0
print("OBSERVED zero", "the order of the columns has no gradient")
