# framework: jax
# verdict: clean
# seen: pmap makes a tracer of the table, too
import jax
import jax.numpy as jnp
import numpy as np

table = np.arange(12.0).reshape(4, 3)


def looked_up(index, table):
    return table[index].sum(axis=-1)


rows = jax.pmap(looked_up, in_axes=(0, None))(jnp.array([[1, 3]]), table)
assert rows.tolist() == [[12.0, 30.0]]
print("OBSERVED clean", "pmap makes a tracer of the table, too")
