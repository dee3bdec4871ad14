# framework: jax
# verdict: clean
# seen: clean
import jax
import jax.numpy as jnp


def solve(objective, start, rate=0.2):
    def go_on(carry):
        point, count = carry
        return (count < 50) & (jnp.linalg.norm(jax.grad(objective)(point)) > 1e-3)

    def step(carry):
        point, count = carry
        return point - rate * jax.grad(objective)(point), count + 1

    return jax.lax.while_loop(go_on, step, (start, 0))


def envelope(x):
    def objective(z):
        return jnp.sum((z - x) ** 2) + 0.1 * jnp.sum(z**2)

    best, _ = solve(objective, x)
    best = jax.lax.stop_gradient(best)
    return objective(best)


print(jax.grad(envelope)(jnp.array([1.0, -2.0])))
