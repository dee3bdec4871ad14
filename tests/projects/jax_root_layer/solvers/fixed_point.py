import jax
import jax.numpy as jnp


def iterate(fun, start, tolerance):
    def unfinished(carry):
        previous, current, count = carry
        return (jnp.max(jnp.abs(current - previous)) > tolerance) & (count < 100)

    def advance(carry):
        _, current, count = carry
        return current, fun(current), count + 1

    _, solution, _ = jax.lax.while_loop(unfinished, advance, (start, fun(start), 0))  # HAZARD while-in-reverse GL508
    return solution


def unroll(fun, start, steps):
    def body(_, x):
        return fun(x)
    return jax.lax.fori_loop(0, steps, body, start)
