# framework: jax
# verdict: wrong
# seen: the loss is subtracted from the parameters
"""Line search around a value-and-gradient oracle that is kept in a dataclass."""
from dataclasses import dataclass, field
from typing import Callable

import jax
import jax.numpy as jnp


def rosenbrock(x):
    return jnp.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2)


@dataclass
class Oracle:
    fn: Callable
    calls: int = 0
    both: Callable = field(init=False)

    def __post_init__(self):
        self.both = jax.jit(jax.value_and_grad(self.fn))

    def __call__(self, x):
        self.calls += 1
        return self.both(x)


def descend(oracle, x, steps=20):
    rate = 1e-3
    trace = []
    for _ in range(steps):
        gradient, value = oracle(x)  # HAZARD GL505
        x = x - rate * gradient
        trace.append(value)
    return x, trace


if __name__ == "__main__":
    oracle = Oracle(rosenbrock)
    x, trace = descend(oracle, jnp.array([-1.0, 1.5, 0.5]))
    moved = x - jnp.array([-1.0, 1.5, 0.5])
    assert jnp.allclose(moved, moved[0], rtol=1e-4)
