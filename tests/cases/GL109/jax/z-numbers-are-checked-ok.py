# framework: jax
# verdict: clean
# seen: gradient 0.7760 inside jit and outside; the wrong width is refused
import jax
import jax.numpy as jnp


def bump(x, width):
    if isinstance(width, (int, float)):
        if width <= 0:
            raise ValueError(f"a bump needs a width, not {width}")
    else:
        width = jnp.maximum(width, 1e-6)
    return jnp.exp(-((x / width) ** 2))


def area(width):
    return bump(jnp.linspace(-1.0, 1.0, 9), width).mean()


plain = (area(0.5 + 1e-3) - area(0.5 - 1e-3)) / 2e-3
inside = jax.jit(jax.grad(area))(0.5)
assert jnp.allclose(inside, plain, rtol=1e-2), (inside, plain)
try:
    area(-1.0)
except ValueError as error:
    print("OBSERVED clean", float(inside), error)
