# framework: jax
# verdict: raises
# seen: NonConcreteBooleanIndexError: Array boolean indices must be concrete; got bool[3]
import jax
import jax.numpy as jnp


def first(row):
    order = jnp.argsort(row)
    return row[order == 0].sum()  # HAZARD GL506


print(jax.vmap(first)(jnp.ones((2, 3))))
