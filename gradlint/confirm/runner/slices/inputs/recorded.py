"""Inputs as a run of the user's own program had them, in place of those that would be made up."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..locate.names import parameters
from ..locate.setting import Setting
from .plan import Plan, Slot
from .spec import NONE, Spec

AS_RECORDED = "inputs as recorded by gradlint run --record"


def with_recorded(plan: Plan, setting: Setting, functions: dict[str, Any]) -> Plan | None:
    """The plan with what is known of the calls of its function; None if nothing is."""
    function = setting.target.function
    known = functions.get(setting.target.name)
    if function is None or not known:
        return None
    own = {each.arg for each in parameters(function)}
    given = {slot[1] for slot in plan.slots if slot[0] == "init"}
    slots: dict[Slot, Spec] = dict(plan.slots)
    for where, names in (("call", own), ("init", given)):
        for name, value in known.get(where, {}).items():
            spec = spec_of(value, setting.framework) if name in names else None
            if spec is not None:
                slots[where, name] = spec
    if slots == plan.slots:
        return None
    return replace(plan, slots=slots, repairs=(*plan.repairs, AS_RECORDED))


def spec_of(value: dict[str, Any], framework: str) -> Spec | None:
    """None for an array of another framework, and for what holds one."""
    kind = value["kind"]
    if kind == "literal":
        return NONE if value["value"] is None else Spec("literal", value=value["value"])
    if kind == "tensor":
        return _tensor(value) if value["framework"] == framework else None
    pairs = value["parts"].items() if kind == "dict" else enumerate(value["parts"])
    parts = [(str(name), spec_of(each, framework)) for name, each in pairs]
    if any(part is None for _, part in parts):
        return None
    return Spec(kind, parts=tuple((name, part) for name, part in parts if part is not None))


def _tensor(value: dict[str, Any]) -> Spec:
    dtype = value["dtype"]
    about: Any = None
    if dtype == "long":
        about = value.get("below")
    elif dtype == "float" and not value["grad"]:
        about = "plain"
    numbers = value.get("numbers")
    return Spec(
        "tensor", tuple(value["shape"]), dtype, about, numbers=None if not numbers else tuple(numbers)
    )
