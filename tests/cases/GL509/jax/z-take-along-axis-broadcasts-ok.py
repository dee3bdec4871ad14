# framework: jax
# verdict: clean
# seen: runs: beside the axis the index is broadcast against the array
import jax
import jax.numpy as jnp

table = jnp.ones((1, 6, 5, 5))


def picked(table):
    index = jnp.zeros((4, 1, 1, 1), dtype=jnp.int32)
    rows = jnp.squeeze(jnp.take_along_axis(table, index, axis=1), axis=1)
    return jnp.matmul(jnp.ones((4, 1, 5)), rows).sum()


print(jax.grad(picked)(table).shape)
