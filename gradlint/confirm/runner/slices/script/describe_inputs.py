"""Say in words what a reproduction made up."""

from __future__ import annotations

from ..inputs.plan import Plan, describe
from ..inputs.spec import Spec
from .dialects import Dialect
from .write import expression

_STANDINS = ("network", "stub", "optimizer")


def described_inputs(plan: Plan, dialect: Dialect) -> tuple[list[str], list[str]]:
    """The stand-ins, and the inputs, one line each."""
    stubs = [f"module {name}: a stand-in, it is not installed" for name in sorted(plan.absent)]
    stubs += [f"{name}: a stand-in, it cannot be imported or defined alone" for name in sorted(plan.stubbed)]
    if plan.bare:
        stubs.append("the object: made without its constructor")
    inputs: list[str] = []
    for slot, spec in plan.slots.items():
        text = f"{describe(slot)} = {expression(spec, dialect, 'model')}"
        (stubs if _is_standin(spec) else inputs).append(text)
    return stubs, inputs


def _is_standin(spec: Spec) -> bool:
    return spec.kind in _STANDINS
