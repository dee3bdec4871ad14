# framework: jax
# verdict: clean
# seen: gradient as expected
import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, static_argnames="how_many")
def improve(table, states, moves, rewards, how_many):
    def regret(table):
        chosen = jax.nn.one_hot(moves, how_many)
        again = jnp.repeat(chosen, jnp.ones(3, int), axis=0, total_repeat_length=3)
        return jnp.mean((jnp.sum(states @ table * again, axis=1) - rewards) ** 2)

    return jax.grad(regret)(table)


slope = improve(jnp.zeros((4, 2)), jnp.ones((3, 4)), jnp.array([0, 1, 1]), jnp.ones(3), how_many=2)
print("OBSERVED", "clean" if slope.any() else "zero")
