"""The first plan for a function or method, before anything was tried."""

from __future__ import annotations

import ast

from .inputs.first_idea import argument, constructor_argument, record
from .inputs.plan import Plan, Slot
from .inputs.spec import Spec, literal
from .locate.names import Function, defaults, parameters
from .locate.setting import Setting
from .repairs.by_kind import constructor
from .repairs.by_shape import shapes_in
from .repairs.last_resorts import attribute


def first_plan(setting: Setting) -> Plan:
    """Arguments without a default are given; the object is built by its own constructor."""
    target = setting.target
    function = target.function
    if function is None:
        return Plan(short=3)
    slots: dict[Slot, Spec] = {}
    if target.owner is not None and not target.is_static and not target.is_class_method:
        for name, spec in _constructor_arguments(setting).items():
            slots["init", name] = spec
    given = defaults(function)
    bound = target.owner is not None and not target.is_static
    for arg in parameters(function)[1 if bound else 0 :]:
        if arg.arg == "self" and target.owner is None:
            slots["call", "self"] = _object_like(function)
        elif arg.arg not in given and function.name != "__init__":
            slots["call", arg.arg] = _documented(
                argument(arg.arg, function, arg.annotation), arg.arg, function
            )
    line = argparse_defaults(setting.tree)
    for slot, spec in slots.items():
        if line is not None and spec.kind == "record" and slot[1] in ("args", "opt", "opts", "cfg", "config"):
            known = dict(line.parts)
            slots[slot] = Spec("record", parts=tuple({**dict(spec.parts), **known}.items()))
    return Plan(slots)


def _object_like(function: ast.AST) -> Spec:
    """What a lifted statement of a method takes from its object."""
    made = record("self", function)
    for name, part in made.parts:
        if part.kind != "record":
            made = made.with_part(name, attribute(name, function))
    return made


def _constructor_arguments(setting: Setting) -> dict[str, Spec]:
    """What the constructor demands; of a dataclass, the fields without a default."""
    owner = setting.target.owner
    assert owner is not None
    init = constructor(setting) or _inherited(setting, owner)
    found: dict[str, Spec] = {}
    if init is not None:
        given = defaults(init)
        for arg in parameters(init)[1:]:
            if arg.arg not in given:
                found[arg.arg] = constructor_argument(arg.arg, init, arg.annotation)
    elif any("dataclass" in ast.unparse(one) for one in owner.decorator_list):
        for node in owner.body:
            if isinstance(node, ast.AnnAssign) and node.value is None and isinstance(node.target, ast.Name):
                found[node.target.id] = argument(node.target.id, owner, node.annotation)
    return found


def _inherited(setting: Setting, owner: ast.ClassDef) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
    """The constructor of the nearest base class in the same file."""
    classes = {node.name: node for node in ast.walk(setting.tree) if isinstance(node, ast.ClassDef)}
    for base in owner.bases:
        parent = classes.get(ast.unparse(base))
        if parent is None or parent is owner:
            continue
        for node in parent.body:
            if isinstance(node, Function) and node.name == "__init__":
                return node
        if found := _inherited(setting, parent):
            return found
    return None


def _documented(spec: Spec, name: str, function: ast.FunctionDef | ast.AsyncFunctionDef) -> Spec:
    """A shape that the docstring gives for an argument: `image: ... with shape (B, C, H, W)`."""
    text = ast.get_docstring(function)
    if spec.kind != "tensor" or not text:
        return spec
    lines = text.splitlines()
    for index, line in enumerate(lines):
        if line.strip().startswith((f"{name}:", f"{name} (", f":param {name}:", f"{name} :")):
            shapes = shapes_in(" ".join(lines[index : index + 3]).replace(":math:", "").replace("`", ""))
            if shapes:
                return spec.reshaped(*shapes[0])
    return spec


def argparse_defaults(tree: ast.Module) -> Spec | None:
    """The configuration that the command line of a script has by default."""
    made = Spec("record")
    for node in ast.walk(tree):
        if not (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "add_argument"
        ):
            continue
        names = [
            one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str)
        ]
        long = next((one for one in names if one.startswith("--")), names[0] if names else "")
        words = {word.arg: word.value for word in node.keywords}
        value: object = None
        if isinstance(words.get("default"), ast.Constant):
            value = words["default"].value  # type: ignore[attr-defined]
        elif "action" in words:
            value = False
        if long:
            made = made.with_part(long.lstrip("-").replace("-", "_"), literal(value))
    return made if made.parts else None
