"""GL308 to GL311 mended: weights where the library looks for them, sources that the loss depends on."""

from __future__ import annotations

import libcst as cst

from gradlint.fixes import moves
from gradlint.fixes.bench import Bench, fixes, keyword, method, positional
from gradlint.fixes.patch import Change, Patch
from gradlint.flow.facts import Misuse
from gradlint.flow.syntax import elements, integer, names_in, walk

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
    if isinstance(asked, cst.SimpleStatementLine) and _follows_a_call(bench, block, line, asked):
        return bench.patch("List them where they are used", "safe", moves.above(bench, [line], asked))
    return None  # used in a loop or a function: nobody knows when the model is built


def _follows_a_call(bench: Bench, block: cst.CSTNode, line: cst.CSTNode, asked: cst.CSTNode) -> bool:
    """Something stands between the two; if the use came at once, moving would change nothing."""
    body = list(getattr(block, "body", ()))
    return body.index(asked) > body.index(line) + 1


# -- sources ------------------------------------------------------------------------------


@fixes("GL311")
def off_path(bench: Bench) -> Patch | None:
    about = bench.draft.about
    if not isinstance(about, Misuse):
        return None
    call = next((each for each in walk(bench.node) if isinstance(each, cst.Call)), None)
    if about.kind == "swapped-gradient" and call is not None:
        first, second = positional(call, 0), positional(call, 1)
        if first is None or second is None:
            return None
        changes = [bench.replace(first, bench.code(second)), bench.replace(second, bench.code(first))]
        return bench.patch("Name the target first", "safe", changes)
    if about.kind == "all-variables":
        return _trainable(bench, about.detail)
    if about.kind == "fresh-source" and call is not None:
        return _part_of_gradient(bench, call)
    if about.kind == "unused-argument":
        return _read_argument(bench, about.detail)
    if about.kind == "static-argument":
        return _not_static(bench)
    return None


def _trainable(bench: Bench, listed: str) -> Patch | None:
    """The same list wherever the function uses it: gradients and variables are zipped."""
    found = [
        node for node in walk(bench.node) if isinstance(node, cst.Attribute) and node.attr.value == listed
    ]
    if not found:
        return None
    changes = [
        bench.replace(node.attr, "trainable_variables")
        for node in walk(bench.text.function(bench.node))
        if isinstance(node, cst.Attribute) and node.deep_equals(found[0])
    ]
    return bench.patch("Use the trainable variables", "safe", changes)


def _part_of_gradient(bench: Bench, call: cst.Call) -> Patch | None:
    """`tape.gradient(loss, x[0])` as `tape.gradient(loss, x)[0]`."""
    source = positional(call, 1)
    if not isinstance(source, cst.Subscript):
        return None
    end = bench.text.inner(call)[1]
    index = bench.code(source)[len(bench.code(source.value)) :]
    changes = [bench.replace(source, bench.code(source.value)), Change(end, end, index)]
    return bench.patch("Take the part of the gradient", "safe", changes)


def _read_argument(bench: Bench, parameter: str) -> Patch | None:
    """What callers pass as the argument is read from outside in the body: read the argument instead."""
    function = bench.node if isinstance(bench.node, cst.FunctionDef) else bench.text.function(bench.node)
    if not isinstance(function, cst.FunctionDef):
        return None
    owner = isinstance(bench.text.parent(bench.text.parent(function) or function), cst.ClassDef)
    positions = [each.name.value for each in function.params.params]
    at = positions.index(parameter) - owner if parameter in positions else -1
    given = [
        value
        for node in walk(bench.text.module)
        if isinstance(node, cst.Call)
        and isinstance(node.func, cst.Call)
        and any(_named(each) == function.name.value for each in walk(node.func))
        and at >= 0
        and (value := positional(node, at)) is not None
    ]
    changes = [
        bench.replace(each, parameter)
        for each in walk(function.body)
        if any(each.deep_equals(value) for value in given) and not isinstance(each, (cst.Integer, cst.Float))
    ]
    return bench.patch("Read the argument", "unsafe", changes)


def _named(node: cst.CSTNode) -> str:
    if isinstance(node, cst.Attribute):
        return node.attr.value
    return node.value if isinstance(node, cst.Name) else ""


def _not_static(bench: Bench) -> Patch | None:
    """The differentiated argument out of static_argnums."""
    call = next((each for each in walk(bench.node) if isinstance(each, cst.Call)), None)
    inner = call.func if call is not None else None
    if call is None or not isinstance(inner, cst.Call):
        return None
    argnums = keyword(inner, "argnums")
    wanted = integer(argnums.value) if argnums is not None else 0
    differentiated = positional(inner, 0)
    name = _named(differentiated) if differentiated is not None else ""
    for node in walk(bench.text.module):
        if not isinstance(node, cst.FunctionDef) or node.name.value != name:
            continue
        for decorator in node.decorators:
            made = decorator.decorator
            static = keyword(made, "static_argnums") if isinstance(made, cst.Call) else None
            if static is None or not isinstance(made, cst.Call):
                continue
            parts = elements(static.value) or [static.value]
            left = [bench.code(each) for each in parts if integer(each) != wanted]
            if not left:
                return bench.patch("Do not make it static", "safe", [bench.drop_argument(made, static)])
            written = f"({', '.join(left)},)"
            start, end = bench.text.span(static.value)
            return bench.patch("Do not make it static", "safe", [Change(start, end, written)])
    return None
