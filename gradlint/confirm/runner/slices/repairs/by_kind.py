"""Repairs of kinds: what a message about types, attributes, names and choices asks for."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace

from ..inputs.first_idea import argument, constructor_argument
from ..inputs.guesses import named, tensor_named
from ..inputs.plan import Plan, Slot, describe
from ..inputs.spec import BATCH, NETWORK, STUB, WIDTH, Spec, code, literal, of_rank, sequence, tensor
from ..locate.names import Function, defaults, parameters
from ..locate.setting import Setting
from ..script.try_script import Outcome
from .by_type import mistaken

Tries = Iterator[Plan]


def kind_repairs(
    setting: Setting, plan: Plan, blamed: list[Slot], outcome: Outcome, failing: ast.AST | None
) -> Tries:
    """Plans with other kinds of values, the likeliest first."""
    message = outcome.message
    yield from _missing_arguments(setting, plan, outcome)
    yield from _attributes(setting, plan, blamed, outcome)
    yield from _dtypes(plan, blamed, message)
    yield from mistaken(plan, blamed, message, failing)
    yield from _choices(setting, plan, blamed, message)
    yield from _keys(plan, blamed, outcome)
    yield from _nothing(setting, plan, message, failing)


def other_makes(plan: Plan, slot: Slot) -> Tries:
    """An input that cannot even be made: something simpler in its place."""
    spec = plan.get(slot)
    if spec is None:
        return
    known = {
        "Distribution": "torch.distributions.Normal(torch.rand(2, 8).requires_grad_(), torch.rand(2, 8) + 0.5)",
        "MultivariateNormal": "torch.distributions.MultivariateNormal(torch.rand(2, 8).requires_grad_(), torch.eye(8))",
    }
    if spec.kind == "build":
        text = known.get(str(spec.value).rpartition(".")[2])
        if text:
            yield plan.put(slot, code(text), f"{describe(slot)} is a distribution of torch")
    for other in (NETWORK, of_rank(2), Spec("record"), STUB):
        if other.kind != spec.kind:
            yield plan.put(slot, other, f"{describe(slot)} is a {other.kind}")


def _missing_arguments(setting: Setting, plan: Plan, outcome: Outcome) -> Tries:
    message = outcome.message
    found = re.search(r"(\w+)\(\) missing \d+ required (?:positional|keyword-only) arguments?: (.*)", message)
    if found:
        place = "init" if found[1] == "__init__" else "call"
        changed = plan
        for name in re.findall(r"'(\w+)'", found[2]):
            value = (
                named(name)
                if place == "init"
                else argument(name, setting.target.function or setting.tree, None)
            )
            slot = _built_slot(plan, outcome) if place == "init" else ("call",)
            changed = changed.put((*slot, name), value or literal(WIDTH), f"{name} is given")
        yield changed
    if found := re.search(r"unexpected keyword argument '(\w+)'", message):
        for place in ("init", "call"):
            if (place, found[1]) in plan.slots:
                yield plan.put((place, found[1]), None, f"{found[1]} is not given")
    if "abstract class" in message and not plan.concrete:
        yield plan.but("the class is abstract: built all the same", concrete=True)
    if "takes no arguments" in message or re.search(r"takes \d+ positional arguments? but", message):
        for slot in list(plan.slots):
            if slot[0] == "init":
                yield plan.put(slot, None, f"{describe(slot)} is not given")


def _built_slot(plan: Plan, outcome: Outcome) -> Slot:
    """The object whose constructor complained: an input that is built, or the subject itself."""
    found = re.search(r"(\w+)\.__init__\(\)", outcome.message)
    for slot, spec in plan.slots.items():
        if spec.kind == "build" and found and str(spec.value).rpartition(".")[2] == found[1]:
            return slot
    return ("init",)


def _attributes(setting: Setting, plan: Plan, blamed: list[Slot], outcome: Outcome) -> Tries:
    found = re.search(r"'([\w.]+)' object has no attribute '(\w+)'", outcome.message)
    if not found:
        return
    owner, attribute = found[1].rpartition(".")[2], found[2]
    known = {"SimpleNamespace": "record", "Surrogate": "network"}
    if owner in known:
        for slot in blamed:
            spec = plan.get(slot)
            if spec is not None and spec.kind == known[owner] and spec.part(attribute) is None:
                yield plan.put(
                    (*slot, attribute),
                    _attribute_value(setting, attribute),
                    f"{describe(slot)}.{attribute} is given",
                )
        return
    own = setting.target.owner
    if own is not None and ("self", attribute) not in plan.slots:
        live = outcome.namespace.get("subject")
        if owner == own.name or (live is not None and type(live).__name__ == owner):
            value = _attribute_value(setting, attribute, f"self.{attribute}")
            yield plan.put(("self", attribute), value, f"self.{attribute} is given")
    instead = {
        "Tensor": [Spec("record"), NETWORK, Spec("dict"), sequence("list", of_rank(2), of_rank(2)), STUB],
        "int": [of_rank(2), Spec("record"), NETWORK, literal("mean"), tensor(BATCH)],
        "float": [of_rank(2), of_rank(0), NETWORK],
        "str": [of_rank(2), NETWORK, Spec("record"), code("torch.nn.ReLU()")],
        "NoneType": [of_rank(2), NETWORK, Spec("record")],
        "tuple": [of_rank(2), of_rank(3)],
        "list": [of_rank(2), of_rank(3), of_rank(4)],
        "dict": [of_rank(2), Spec("record")],
        "bool": [of_rank(2, "bool"), of_rank(2), Spec("record")],
        "type": [NETWORK],
    }.get(owner, [])
    kinds = {"Tensor": "tensor", "NoneType": "none", "tuple": "tuple", "list": "list", "dict": "dict"}
    for slot in blamed[:8]:
        spec = plan.get(slot)
        if spec is None or spec.kind != kinds.get(owner, "literal"):
            continue
        for other in instead:
            if other.kind == "record":
                other = other.with_part(attribute, _attribute_value(setting, attribute))
            yield plan.put(slot, other, f"{describe(slot)} is a {other.kind}")


def _attribute_value(setting: Setting, attribute: str, written: str = "") -> Spec:
    function = setting.target.function
    if written and function is not None:
        from ..locate.usage import usage_of

        seen = usage_of(written, setting.target.owner or function)
        if seen.called:
            return NETWORK
        value = named(attribute)
        if value is not None and not (seen.arithmetic and value.kind == "network"):
            return value
        return tensor_named(attribute) if seen.arithmetic or seen.attributes else literal(WIDTH)
    return named(attribute) or literal(WIDTH)


def _dtypes(plan: Plan, blamed: list[Slot], message: str) -> Tries:
    long = (
        r"scalar types?:? Long|must be long|expected scalar type Long|[Tt]arget.* Long|indices.*Long|dtype int64"
        r"|expected.*Long but|only integer tensors|one_hot is only applicable to index|must be an? integer"
    )
    if re.search(long, message):
        for slot in blamed:
            spec = plan.get(slot)
            if spec is not None and spec.kind == "tensor" and spec.dtype == "float":
                yield plan.put(slot, replace(spec, dtype="long"), f"{describe(slot)} holds integers")
                yield plan.put(
                    slot, Spec("tensor", spec.shape[:1], "long"), f"{describe(slot)} holds integers, one axis"
                )
    if re.search(r"(float|Float|Double|floating|Long|Bool|bool|Int)", message) and not plan_is_float(plan):
        for slot in blamed:
            spec = plan.get(slot)
            if spec is not None and spec.kind == "tensor" and spec.dtype in ("long", "bool"):
                yield plan.put(slot, replace(spec, dtype="float"), f"{describe(slot)} holds floats")
    if re.search(r"bool|Bool|Byte", message):
        for slot in blamed:
            spec = plan.get(slot)
            if spec is not None and spec.kind == "tensor" and spec.dtype != "bool":
                yield plan.put(slot, replace(spec, dtype="bool"), f"{describe(slot)} is a mask")
    if re.search(r"omplex", message):
        for slot in blamed:
            spec = plan.get(slot)
            if spec is not None and spec.kind == "tensor" and spec.dtype != "complex":
                yield plan.put(slot, replace(spec, dtype="complex"), f"{describe(slot)} is complex")
    if plan.double and re.search(r"[Dd]ouble|[Ff]loat|dtype|scalar type|Half|float32|float64", message):
        yield plan.but("single precision", double=False)
    if found := re.search(
        r"index (\d+) is out of bounds|index out of range|Target (\d+) is out of bounds|indices.*bound",
        message,
    ):
        del found
        for slot in blamed:
            spec = plan.get(slot)
            if spec is not None and spec.kind == "tensor" and spec.dtype == "long" and spec.value != 1:
                yield plan.put(slot, replace(spec, value=1), f"{describe(slot)} holds zeros")
            if spec is not None and spec.kind == "literal" and isinstance(spec.value, int) and spec.value > 0:
                yield plan.put(slot, literal(0), f"{describe(slot)} is 0")


def plan_is_float(plan: Plan) -> bool:
    return all(spec.dtype == "float" for spec in plan.slots.values() if spec.kind == "tensor")


def _choices(setting: Setting, plan: Plan, blamed: list[Slot], message: str) -> Tries:
    """A string that is none of those allowed: try those that the message or the code names."""
    options = re.findall(r"['\"]([A-Za-z][\w\- ]{0,24})['\"]", message)
    for node in ast.walk(setting.target.owner or setting.target.function or setting.tree):
        if isinstance(node, ast.Compare):
            options += [
                one.value
                for one in ast.walk(node)
                if isinstance(one, ast.Constant) and isinstance(one.value, str)
            ]
    for slot in blamed:
        spec = plan.get(slot)
        if spec is None or spec.kind != "literal" or not isinstance(spec.value, str):
            continue
        for option in dict.fromkeys(options):
            if option != spec.value:
                yield plan.put(slot, literal(option), f"{describe(slot)} is {option!r}")


def _keys(plan: Plan, blamed: list[Slot], outcome: Outcome) -> Tries:
    if not isinstance(outcome.error, KeyError) or not outcome.error.args:
        return
    key = outcome.error.args[0]
    for slot in blamed:
        spec = plan.get(slot)
        if spec is None:
            continue
        if spec.kind == "dict" and isinstance(key, str):
            suggested = named(key)
            for value in (tensor_named(key), suggested, literal(WIDTH)):
                if value is not None:
                    yield plan.put((*slot, key), value, f"{describe(slot)}[{key!r}] is given")


def _nothing(setting: Setting, plan: Plan, message: str, failing: ast.AST | None) -> Tries:
    """A default of None that the code does not bear."""
    if "None" not in message:
        return
    mentioned = {one.id for one in ast.walk(failing) if isinstance(one, ast.Name)} if failing else set()
    for place, function in (("call", setting.target.function), ("init", constructor(setting))):
        if function is None:
            continue
        empty = [
            name
            for name, value in defaults(function).items()
            if _is_none(value) and (place, name) not in plan.slots
        ]
        empty.sort(key=lambda name: name not in mentioned)
        annotations = {arg.arg: arg.annotation for arg in parameters(function)}
        for name in empty[:6]:
            make = argument if place == "call" else constructor_argument
            value = make(name, function, annotations.get(name))
            yield plan.put((place, name), value, f"{name} is given")


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def constructor(setting: Setting) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
    """The constructor of the class under test, if the class has its own."""
    owner = setting.target.owner
    for node in owner.body if owner else []:
        if isinstance(node, Function) and node.name == "__init__":
            return node
    return None
