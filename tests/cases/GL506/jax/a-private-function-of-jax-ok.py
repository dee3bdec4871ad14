# framework: jax
# verdict: clean
# seen: what a function gives that is no operation on arrays can be compared
import jax
import jax.numpy as jnp
from jax._src.scipy.sparse.linalg import _shapes


@jax.jit
def solve(start, target):
    if list(_shapes(start)) != list(_shapes(target)):
        raise ValueError("the shapes differ")
    if _shapes(start) == 3:
        return target
    return start + jnp.sum(target)


print(solve(jnp.ones(3), jnp.ones(3)))
