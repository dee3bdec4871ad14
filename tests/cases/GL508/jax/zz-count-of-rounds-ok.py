# framework: jax
# verdict: clean
# seen: clean
import jax
import jax.numpy as jnp


def centre(points, rounds):
    guess = jax.lax.fori_loop(0, rounds, lambda _, at: 0.5 * (at + points.mean(0)), points[0])
    guess = jax.lax.stop_gradient(guess)
    return jnp.sum((points - guess) ** 2)


@jax.jit
def slope(points, rounds):
    return jax.grad(centre)(points, rounds)


print(slope(jnp.arange(6.0).reshape(3, 2), 4))
