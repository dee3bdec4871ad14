"""Types that a program tests for."""

from __future__ import annotations

from gradlint.knowledge.names.checked import names

CONCRETE_TYPES = names(
    "",
    "builtins.float builtins.int builtins.complex numpy.ndarray numpy.floating",
)
