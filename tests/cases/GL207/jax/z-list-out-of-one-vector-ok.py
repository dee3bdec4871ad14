# framework: jax
# verdict: clean
# seen: the boundary values are set in both fields, and the gradient reaches the rest
import jax
import jax.numpy as jnp
from jax.flatten_util import ravel_pytree


class Problem:
    def __init__(self, sizes):
        flat, self.unflatten = ravel_pytree([jnp.zeros(size) for size in sizes])
        self.size = flat.shape[0]


def with_boundary(dofs, problem, value):
    fields = problem.unflatten(dofs)
    for which in range(len(fields)):
        field = fields[which]
        fields[which] = field.at[0].set(value)
    return jax.flatten_util.ravel_pytree(fields)[0]


def energy(dofs, problem):
    return jnp.sum(with_boundary(dofs, problem, 2.0) ** 2)


problem = Problem((2, 3))
found = jax.grad(energy)(jnp.ones(problem.size), problem)
assert found.tolist() == [0.0, 2.0, 0.0, 2.0, 2.0], found
print("OBSERVED clean", found)
