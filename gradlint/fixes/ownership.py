"""GL308 to GL310 mended: weights where the library looks for them."""

from __future__ import annotations

import libcst as cst

from gradlint.fixes import moves
from gradlint.fixes.bench import Bench, fixes, keyword, method, positional
from gradlint.fixes.patch import Change, Patch
from gradlint.flow.facts import Misuse
from gradlint.flow.syntax import names_in, walk

_CONTAINERS = {
    "params-in-list": ("torch.nn.ParameterList", "torch.nn.ParameterDict"),
    "modules-in-list": ("torch.nn.ModuleList", "torch.nn.ModuleDict"),
}


@fixes("GL308")
def unregistered(bench: Bench) -> Patch | None:
    about, value = bench.draft.about, _assigned_value(bench)
    if not isinstance(about, Misuse) or value is None:
        return None
    if about.kind in _CONTAINERS:
        dictionary = isinstance(value, (cst.Dict, cst.DictComp))
        name = bench.name(_CONTAINERS[about.kind][dictionary])
        if name is None or not (dictionary or isinstance(value, (cst.List, cst.ListComp, cst.Tuple))):
            return None
        return bench.patch(f"Use {name}", "safe", _wrapped(bench, value, name))
    if about.kind == "unregistered":
        return _parameter(bench, value)
    if about.kind == "untracked" and isinstance(value, cst.Call):
        name = bench.name("keras.Variable")
        return (
            bench.patch("Use a Keras variable", "safe", [bench.replace(value.func, name)]) if name else None
        )
    return None


def _assigned_value(bench: Bench) -> cst.BaseExpression | None:
    line = bench.text.alone(bench.node)
    statement = line.body[0] if line is not None else None
    if isinstance(statement, (cst.Assign, cst.AnnAssign)):
        return statement.value
    return None


def _wrapped(bench: Bench, value: cst.BaseExpression, name: str) -> list[Change]:
    start, end = bench.text.span(value)
    bare = isinstance(value, cst.Tuple) and not value.lpar
    return [Change(start, start, f"{name}({'(' if bare else ''}"), Change(end, end, "))" if bare else ")")]


def _parameter(bench: Bench, value: cst.BaseExpression) -> Patch | None:
    """The finished value as one Parameter; what marked a part of it before is taken away."""
    name = bench.name("torch.nn.Parameter")
    if name is None:
        return None
    changes: list[Change] = []
    for node in walk(value):
        if not isinstance(node, cst.Call):
            continue
        flag, found = keyword(node, "requires_grad"), method(node)
        if bench.called(node.func) == "torch.nn.Parameter" and (inside := positional(node, 0)) is not None:
            changes.extend(bench.become(node, inside))
        elif flag is not None:
            changes.append(bench.drop_argument(node, flag))
        elif found is not None and found[1] == "requires_grad_":
            changes.append(bench.chop(node, found[0]))
    first, last = _wrapped(bench, value, name)
    return bench.patch("Make it a parameter", "safe", [first, *changes, last])


@fixes("GL309")
def made_late(bench: Bench) -> Patch | None:
    about = bench.draft.about
    if not isinstance(about, Misuse):
        return None
    if about.kind == "variable-in-function":
        return _hoisted(bench)
    return _into_init(bench)


def _hoisted(bench: Bench) -> Patch | None:
    """The variable is made once, before the function."""
    function, line = bench.text.function(bench.node), bench.text.alone(bench.node)
    if not isinstance(function, cst.FunctionDef) or line is None or not isinstance(line.body[0], cst.Assign):
        return None
    if not isinstance(bench.text.parent(function), cst.Module) or _locals(function) & names_in(
        line.body[0].value
    ):
        return None
    return bench.patch("Make it once", "unsafe", moves.above(bench, [line], function))


def _locals(function: cst.FunctionDef) -> set[str]:
    """What a function binds, its parameters among it; `self` is not counted."""
    from gradlint.flow.syntax import all_parameters, locals_of

    return ({*all_parameters(function), *locals_of(function).names}) - {"self"}


def _into_init(bench: Bench) -> Patch | None:
    """The layer moves to the end of __init__ and is called through self."""
    call, function = bench.node, bench.text.function(bench.node)
    owner = next((each for each in bench.text.up(function) if isinstance(each, cst.ClassDef)), None)
    if not isinstance(call, cst.Call) or not isinstance(function, cst.FunctionDef) or owner is None:
        return None
    if _locals(function) & names_in(call):
        return None
    line = bench.text.alone(call)
    statement = line.body[0] if line is not None else None
    changes: list[Change | None] = []
    if line is not None and isinstance(statement, cst.Assign) and statement.value is call:
        target = statement.targets[0].target
        if not isinstance(target, cst.Name):
            return None
        name = target.value
        changes += [bench.remove(line)]
        changes += [
            bench.replace(each, f"self.{name}")
            for each in walk(function)
            if isinstance(each, cst.Name)
            and each.value == name
            and each is not target
            and not isinstance(bench.text.parent(each), cst.Attribute)
        ]
    else:
        name = bench.code(call.func).rpartition(".")[2].lower()
        changes.append(bench.replace(call, f"self.{name}"))
    if any(isinstance(each, cst.Attribute) and each.attr.value == name for each in walk(owner)):
        return None
    made = f"self.{name} = {bench.code(call)}"
    return bench.patch("Make it in __init__", "unsafe", [_at_end_of_init(bench, owner, made), *changes])


def _at_end_of_init(bench: Bench, owner: cst.ClassDef, made: str) -> Change | None:
    if not isinstance(owner.body, cst.IndentedBlock):
        return None
    for each in owner.body.body:
        if isinstance(each, cst.FunctionDef) and each.name.value == "__init__":
            return bench.after(each.body.body[-1], made) if isinstance(each.body, cst.IndentedBlock) else None
    first, step = owner.body.body[0], bench.text.step
    return bench.before(first, "def __init__(self):", f"{step}super().__init__()", f"{step}{made}", "")


@fixes("GL310")
def stale_list(bench: Bench) -> Patch | None:
    about, line = bench.draft.about, bench.text.alone(bench.node)
    if not isinstance(about, Misuse) or line is None:
        return None
    if about.kind == "stale-parameters":
        return _optimizer_later(bench, line)
    return _listed_later(bench, line)


def _optimizer_later(bench: Bench, line: cst.SimpleStatementLine) -> Patch | None:
    """The optimizer is made after the last change of the model."""
    block = bench.text.block(line)
    made = [
        each
        for each in (block.body if block is not None else ())
        if isinstance(each, cst.SimpleStatementLine)
        and bench.text.span(each)[1] <= bench.text.span(line)[0]
        and any(
            isinstance(node, cst.Call) and bench.called(node.func).startswith("torch.optim.")
            for node in walk(each)
        )
    ]
    if not made:
        return None
    return bench.patch("Make the optimizer afterwards", "safe", moves.below(bench, list(made), line))


def _listed_later(bench: Bench, line: cst.SimpleStatementLine) -> Patch | None:
    """The list is read where it is used: right before the first statement that needs it."""
    statement = line.body[0]
    target = statement.targets[0].target if isinstance(statement, cst.Assign) else None
    block = bench.text.block(line)
    if not isinstance(target, cst.Name) or block is None:
        return None
    end = bench.text.span(line)[1]
    uses = [
        each
        for each in walk(bench.text.function(line))
        if isinstance(each, cst.Name) and each.value == target.value and bench.text.span(each)[0] > end
    ]
    asked = moves.level(bench, uses[0], block) if uses else None
    if asked is None:
        return None
    if isinstance(asked, cst.SimpleStatementLine) and _follows_a_call(block, line, asked):
        return bench.patch("List them where they are used", "safe", moves.above(bench, [line], asked))
    return None  # used in a loop or a function: nobody knows when the model is built


def _follows_a_call(block: cst.CSTNode, line: cst.CSTNode, asked: cst.CSTNode) -> bool:
    """Something stands between the two; if the use came at once, moving would change nothing."""
    body = list(getattr(block, "body", ()))
    return body.index(asked) > body.index(line) + 1
