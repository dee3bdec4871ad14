"""Errors that frameworks raise, and what else they are."""

from __future__ import annotations

from gradlint.knowledge.names.checked import names

OF_A_TRACER = {
    "TracerBoolConversionError": {"ConcretizationTypeError", "TypeError"},
    "TracerIntegerConversionError": {"TypeError"},
    "TracerArrayConversionError": {"TypeError"},
    "ConcretizationTypeError": {"TypeError", "TracerBoolConversionError", "JAXTypeError"},
    "NonConcreteBooleanIndexError": {"IndexError", "JAXIndexError"},
    "UnexpectedTracerError": {"JAXTypeError", "TypeError"},
}
"""What else the error of a tracer is. Nobody waits for one of these but where it is bound to come."""
OF_SHAPES = {
    "torch": "RuntimeError",
    "tensorflow": "InvalidArgumentError",
    "jax": "TypeError",
    "numpy": "ValueError",
}
"""What each library says to shapes that do not fit."""
OF_A_GRADIENT = {
    "torch": names("builtins", "RuntimeError NotImplementedError"),
    "tensorflow": names("builtins", "LookupError NotImplementedError AttributeError ValueError"),
    "jax": names("builtins", "NotImplementedError TypeError ValueError"),
}
"""What each framework says to a gradient that it cannot give."""
OF_A_NUMBER = {"bool()": "TracerBoolConversionError", ".__array__()": "TracerArrayConversionError"}
"""What a tracer says that is asked for a number, where that is no plain ConcretizationTypeError."""
BY_METHOD = {"numpy.take": "NotImplementedError"}
"""NumPy functions that call the method of a tracer, which refuses in its own words."""
EXPECTING = frozenset(
    "raises assertRaises assertRaisesRegex assertRaisesRegexp assertRaisesWithPredicateMatch".split()
)
"""Assertions that something fails, by their last names."""
