"""What is tried when no message helps: objects without their constructor, single precision, other modes."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..inputs.first_idea import constructor_argument
from ..inputs.guesses import named, tensor_named
from ..inputs.plan import Plan
from ..inputs.spec import NETWORK, WIDTH, Spec, literal
from ..locate.names import defaults, dotted, parameters
from ..locate.setting import Setting
from ..locate.usage import usage_of
from ..script.try_script import Outcome
from .by_kind import constructor


def last_resorts(setting: Setting, plan: Plan, outcome: Outcome, filename: str) -> Iterator[Plan]:
    frames = outcome.user_frames(filename)
    in_call = (
        bool(frames)
        and setting.target.function is not None
        and frames[0].function == setting.target.function.name
    )
    if setting.target.owner is not None and not plan.bare and not in_call:
        yield from _small(setting, plan)
        yield bare(setting, plan)
    if setting.target.owner is not None and not plan.evaluating and setting.framework == "torch":
        yield plan.but("the module is in evaluation mode", evaluating=True)
    if plan.double:
        yield plan.but("single precision", double=False)


def bare(setting: Setting, plan: Plan) -> Plan:
    """The object without its constructor: each attribute that the method reads is stood in for."""
    from dataclasses import replace

    function = setting.target.function
    owner = setting.target.owner
    assert function is not None and owner is not None
    methods = {one.name for one in owner.body if isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef))}
    slots = {slot: spec for slot, spec in plan.slots.items() if slot[0] not in ("init", "self")}
    for node in ast.walk(function):
        if not (
            isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"
        ):
            continue
        name = node.attr
        if name in methods or name.startswith("__") or name in ("training", "device", "dtype", "parameters"):
            continue
        slots.setdefault(("self", name), attribute(name, function))
    changed = replace(plan, slots=slots, bare=True)
    return changed.but(f"{owner.name} is made without its constructor")


def attribute(name: str, function: ast.AST) -> Spec:
    """A stand-in for an attribute, from how the method uses it."""
    seen = usage_of(f"self.{name}", function)
    if seen.called:
        return NETWORK
    if seen.iterated:
        return Spec("list", parts=(("0", NETWORK), ("1", NETWORK)))
    if seen.strings:
        return literal(seen.strings[0])
    value = named(name)
    if value is not None and value.kind != "network":
        return value
    tensorial = seen.attributes & {"shape", "unsqueeze", "view", "to", "exp", "data", "t"} or seen.arithmetic
    return tensor_named(name) if tensorial or seen.passed_to_framework else value or literal(WIDTH)


def _small(setting: Setting, plan: Plan) -> Iterator[Plan]:
    """Large sizes among the defaults of the constructor made small, all at once."""
    init = constructor(setting)
    if init is None:
        return
    changed = plan
    annotations = {arg.arg: arg.annotation for arg in parameters(init)}
    for name, value in defaults(init).items():
        if ("init", name) in plan.slots or dotted(value):
            continue
        if isinstance(value, ast.Constant) and isinstance(value.value, int) and value.value > 64:
            spec = constructor_argument(name, init, annotations[name])
            if spec.kind == "literal":
                changed = changed.put(("init", name), spec, f"{name} of the constructor is small")
    if changed is not plan:
        yield changed
