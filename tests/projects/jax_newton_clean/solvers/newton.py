import jax
import jax.numpy as jnp


def solve(residual, start, tolerance=1e-6):
    slope = jax.grad(residual)

    def unfinished(carry):
        x, count = carry
        return (jnp.abs(residual(x)) > tolerance) & (count < 30)

    def improve(carry):
        x, count = carry
        return x - residual(x) / slope(x), count + 1

    root, _ = jax.lax.while_loop(unfinished, improve, (start, 0))
    return root
