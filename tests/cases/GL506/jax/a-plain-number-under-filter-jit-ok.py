# framework: jax
# verdict: clean
# seen: Equinox leaves numbers of Python alone, wherever they come from
import argparse

import equinox as eqx
import jax
import jax.numpy as jnp


class Grid(eqx.Module):
    count: int
    points: jax.Array


@eqx.filter_jit
def begin(key, grid, amplitude=1e-2, with_tracer=False):
    field = amplitude * jax.random.normal(key, (grid.count,))
    if with_tracer:
        field = field + jnp.ones((grid.count,)) * grid.points
    return field


parser = argparse.ArgumentParser()
parser.add_argument("--count", type=int, default=4)
parser.add_argument("--tracer", type=int, default=1)
options = parser.parse_args([])
grid = Grid(int(options.count), jnp.linspace(0.0, 1.0, options.count))
print(begin(jax.random.key(0), grid, with_tracer=bool(options.tracer)).sum())
