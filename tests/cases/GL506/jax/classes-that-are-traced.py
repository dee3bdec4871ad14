# framework: jax
# verdict: raises
# seen: ConcretizationTypeError: Abstract tracer value encountered where concrete value is expected
import jax
import jax.numpy as jnp


@jax.jit
def improve(table, states, moves, how_many, rewards):
    def regret(table):
        chosen = jax.nn.one_hot(moves, how_many)  # HAZARD GL506
        return jnp.mean((jnp.sum(states @ table * chosen, axis=1) - rewards) ** 2)

    return table - 0.1 * jax.grad(regret)(table)


print(improve(jnp.zeros((4, 2)), jnp.ones((3, 4)), jnp.array([0, 1, 1]), 2, jnp.ones(3)))
