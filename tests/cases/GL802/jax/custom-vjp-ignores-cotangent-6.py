# framework: jax
# verdict: wrong
# seen: the backward rule returns the saved slope whatever is asked of it
"""A differentiable ODE event: the implicit function theorem written as a custom rule made by a factory."""
from functools import partial

import jax
import jax.numpy as jnp


def newton(f, x, theta, steps=12):
    def body(x, _):
        return x - f(x, theta) / jax.grad(f)(x, theta), None

    return jax.lax.scan(body, x, None, length=steps)[0]


def implicit_root(f):
    @partial(jax.custom_vjp, nondiff_argnums=(1,))
    def root(theta, x0):
        return newton(f, x0, jax.lax.stop_gradient(theta))

    def forward(theta, x0):
        x = root(theta, x0)
        return x, (theta, x)

    def backward(x0, saved, ct):
        theta, x = saved
        f_x, f_t = jax.grad(f, argnums=(0, 1))(x, theta)
        return (-f_t / f_x,)  # HAZARD GL802

    root.defvjp(forward, backward)
    return root


def cubic(x, theta):
    return x**3 + x - theta


solve = implicit_root(cubic)


def cost(theta):
    return 5.0 * solve(theta, 1.0) ** 2


if __name__ == "__main__":
    slope = jax.grad(cost)(2.5)
    fd = (cost(2.51) - cost(2.49)) / 0.02
    print(slope, fd)
    assert abs(slope - fd) > 0.5 * abs(fd)
