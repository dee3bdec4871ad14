"""Types that a program tests for."""

from __future__ import annotations

from gradlint.knowledge.names.checked import names

CONCRETE_TYPES = names(
    "",
    "builtins.float builtins.int builtins.complex numpy.ndarray numpy.floating",
)

NUMPY_SCALARS = names(
    "",
    "numpy.generic numpy.number numpy.integer numpy.signedinteger numpy.unsignedinteger numpy.inexact "
    "numpy.floating numpy.complexfloating numpy.bool_ numpy.int8 numpy.int16 numpy.int32 numpy.int64 "
    "numpy.uint8 numpy.uint16 numpy.uint32 numpy.uint64 numpy.float16 numpy.float32 numpy.float64 "
    "numpy.complex64 numpy.complex128",
)
"""What NumPy hands out where it has one number: no tensor of another framework is one."""
