"""Write a value as the expression that makes it."""

from __future__ import annotations

from ..inputs.spec import Spec
from .dialects import Dialect


def expression(spec: Spec, dialect: Dialect, shared: str = "") -> str:
    """Python for a value; `shared` is an object whose parameters an optimizer may be given."""
    kind = spec.kind
    if kind == "tensor":
        return dialect.tensor(spec)
    if kind == "none":
        return "None"
    if kind == "literal":
        return repr(spec.value)
    if kind == "code":
        # Devices, types and layers of another framework: left to their defaults.
        foreign = "torch" in str(spec.value) and "torch" not in dialect.frameworks
        if foreign and "Generator" in str(spec.value):
            return dialect.generator
        return "None" if foreign else str(spec.value)
    inside = [(name, expression(part, dialect, shared)) for name, part in spec.parts]
    if kind in ("list", "tuple"):
        members = ", ".join(text for _, text in inside)
        return f"[{members}]" if kind == "list" else f"({members}{',' if len(inside) == 1 else ''})"
    if kind == "dict":
        return "{" + ", ".join(f"{name!r}: {text}" for name, text in inside) + "}"
    if kind == "record":
        return f"types.SimpleNamespace({_keywords(inside)})"
    if kind == "network":
        returns = [] if spec.value == "same" else [repr(spec.value)]
        return f"Surrogate({', '.join([*returns, *_keyword_list(inside)])})"
    if kind == "build":
        return f"{spec.value}({_keywords(inside)})"
    if kind == "stub":
        return "Standin('value')"
    if kind == "optimizer":
        return dialect.optimizer.format(shared or "Surrogate()")
    raise AssertionError(kind)


def _keyword_list(inside: list[tuple[str, str]]) -> list[str]:
    return [f"{name}={text}" for name, text in inside if name.isidentifier()]


def _keywords(inside: list[tuple[str, str]]) -> str:
    return ", ".join(_keyword_list(inside))


def uses_surrogate(spec: Spec) -> bool:
    return spec.kind in ("network", "optimizer") or any(uses_surrogate(part) for _, part in spec.parts)


def uses_standin(spec: Spec) -> bool:
    return spec.kind == "stub" or any(uses_standin(part) for _, part in spec.parts)
