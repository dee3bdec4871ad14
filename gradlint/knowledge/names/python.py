"""The standard library."""

from __future__ import annotations

from gradlint.knowledge.names.checked import names

VARYING = names(
    "",
    "random.random random.uniform random.gauss random.normalvariate random.randint random.choice "
    "time.time time.perf_counter",
)
"""Functions that are called for a new value each time."""
CONSTANTS = names("math", "math.pi math.e numpy.pi numpy.e jax.numpy.pi jax.numpy.e torch.pi torch.e")
"""Numbers that a library knows by name."""
