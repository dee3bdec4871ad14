# framework: jax
# verdict: clean
# seen: both terms have a gradient
import jax
import jax.numpy as jnp


def force(command, levels=8):
    smooth = jnp.tanh(command)
    return smooth + jax.lax.stop_gradient(jnp.round(smooth * levels) / levels - smooth)


def plan_cost(commands, goal):
    gap = jnp.cumsum(force(commands)) - goal
    grid = (commands - jnp.round(commands)) ** 2
    return (gap**2).sum() + 1e-2 * (commands**2).sum() + 1e-2 * grid.sum()


print(jax.value_and_grad(plan_cost)(jnp.full(5, 0.3), 1.0))
