# framework: jax
# verdict: clean
# seen: columns in the order of their lengths
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
    of_lengths, of_columns = arriving
    along = jnp.sum(of_columns * columns, axis=0)
    return (columns * of_lengths + (of_columns - columns * along) / lengths,)


polar.defvjp(polar_fwd, polar_bwd)


def in_order(lengths, columns):
    order = jnp.argsort(lengths)
    return jnp.take_along_axis(columns, order[jnp.newaxis, :], axis=1)


def loss(matrix):
    return jnp.sum(in_order(*polar(matrix))[0] ** 2)


gradient = jax.grad(loss)(jnp.array([[3.0, 1.0], [4.0, 1.0]]))
assert float(jnp.abs(gradient).sum()) > 0.01
print("OBSERVED clean", "columns in the order of their lengths")
