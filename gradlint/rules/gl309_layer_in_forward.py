"""GL309: Weights that are new at each call."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.misuses import LayerInForward, VariableInFunction
from gradlint.analysis.project.syntax import names_in, walk
from gradlint.core.model import Severity
from gradlint.core.records import replace
from gradlint.rules.shared import moves
from gradlint.rules.shared.bench import Bench
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.leaves import NO_GRADIENT_HERE
from gradlint.rules.shared.patch import Change, Patch
from gradlint.rules.shared.wording import Wording, Wordings, worded

_MADE_LATE: Wordings = {
    LayerInForward: Wording(
        "{fact.layer} is created anew in every call, so its weights are never trained",
        "create the layer in __init__ and call it here",
        NO_GRADIENT_HERE,
        Severity.WARNING,
    ),
    VariableInFunction: Wording(
        "tf.function only supports singleton tf.Variables created on the first call: raises ValueError",
        "create the variable outside the tf.function",
        NO_GRADIENT_HERE,
    ),
}


def detect(program: Program) -> Iterator[Draft]:
    for draft in worded(program, _MADE_LATE):
        made = draft.about.layer if isinstance(draft.about, LayerInForward) else ""
        yield replace(draft, help=_WEIGHT) if made == "tf.Variable" else draft


_WEIGHT = (
    "create it once, in build() or __init__: self.add_weight(...), which the layer lists among its weights"
)


def fix(bench: Bench) -> Patch | None:
    about = bench.draft.about
    if isinstance(about, VariableInFunction):
        return _hoisted(bench)
    if not isinstance(about, LayerInForward):
        return None
    return (
        None if about.layer == "tf.Variable" else _into_init(bench)
    )  # as an attribute it would be in no list


def _hoisted(bench: Bench) -> Patch | None:
    """The variable is made once, before the function."""
    function, line = bench.text.function(bench.node), bench.text.alone(bench.node)
    if not isinstance(function, cst.FunctionDef) or line is None or not isinstance(line.body[0], cst.Assign):
        return None
    if not isinstance(bench.text.parent(function), cst.Module) or _locals(function) & names_in(
        line.body[0].value
    ):
        return None
    return bench.patch("Create the variable once", "unsafe", moves.above(bench, [line], function))


def _locals(function: cst.FunctionDef) -> set[str]:
    """What a function binds, its parameters among it; `self` is not counted."""
    from gradlint.analysis.project.syntax import all_parameters, locals_of

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
    return bench.patch(
        "Create the layer in __init__", "unsafe", [_at_end_of_init(bench, owner, made), *changes]
    )


def _at_end_of_init(bench: Bench, owner: cst.ClassDef, made: str) -> Change | None:
    if not isinstance(owner.body, cst.IndentedBlock):
        return None
    for each in owner.body.body:
        if isinstance(each, cst.FunctionDef) and each.name.value == "__init__":
            return bench.after(each.body.body[-1], made) if isinstance(each.body, cst.IndentedBlock) else None
    first, step = owner.body.body[0], bench.text.step
    return bench.before(first, "def __init__(self):", f"{step}super().__init__()", f"{step}{made}", "")
