# framework: jax
# verdict: wrong
# seen: only the cost of the commands has a gradient
import jax
import jax.numpy as jnp


def force(command, levels=8):
    return jnp.round(jnp.tanh(command) * levels) / levels  # HAZARD GL403


def plan_cost(commands, goal):
    def move(state, command):
        position, speed = state
        speed = speed + 0.1 * force(command)
        position = position + 0.1 * speed
        return (position, speed), position

    path = jax.lax.scan(move, (0.0, 0.0), commands)[1]
    return ((path - goal) ** 2).sum() + 1e-2 * (commands**2).sum()


print(jax.value_and_grad(plan_cost)(jnp.full(5, 0.3), 1.0))
