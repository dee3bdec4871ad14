"""GL110: A Python value taken while tracing is a constant of the graph."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.misuses import FrozenCall, FrozenRead, Misuse
from gradlint.analysis.project.syntax import walk
from gradlint.core.model import Severity
from gradlint.rules.shared.bench import Bench, keyword, method, positional
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.patch import Change, Patch
from gradlint.rules.shared.wording import Wording, Wordings, worded

_FROZEN: Wordings = {
    FrozenCall: Wording(
        "{fact.name} runs once, while the function is traced: every later call uses the same value",
        "use the framework's random functions, or pass the value as an argument",
        "fixed when the function is traced",
        Severity.WARNING,
    ),
    FrozenRead: Wording(
        "`{fact.name}` is read once, while the function is traced: the compiled function keeps the old value",
        "pass the value as an argument",
        "fixed when the function is traced",
        Severity.WARNING,
    ),
}


def detect(program: Program) -> Iterator[Draft]:
    yield from worded(program, _FROZEN)


_DRAWS = {
    "numpy.random.normal": ("tf.random.normal", ("loc", "scale", "size"), ("mean", "stddev")),
    "numpy.random.uniform": ("tf.random.uniform", ("low", "high", "size"), ("minval", "maxval")),
    "random.uniform": ("tf.random.uniform", ("a", "b"), ("minval", "maxval")),
    "random.gauss": ("tf.random.normal", ("mu", "sigma"), ("mean", "stddev")),
    "random.random": ("tf.random.uniform", (), ()),
}
"""Draws of Python and NumPy, their parameters, and what TensorFlow calls them."""


def fix(bench: Bench) -> Patch | None:
    about, call = bench.draft.about, bench.node
    if not isinstance(about, Misuse):
        return None
    if isinstance(about, FrozenRead):
        return _uncompiled(bench)
    name = bench.called(call.func) if isinstance(call, cst.Call) else ""
    if not isinstance(call, cst.Call) or name not in _DRAWS or bench.draft.framework != "tensorflow":
        return None
    own, parameters, renamed_ = _DRAWS[name]
    function = bench.name(own)
    given: dict[str, str] = {}
    for number, parameter in enumerate(parameters):
        arg = keyword(call, parameter)
        value = arg.value if arg is not None else positional(call, number)
        if value is not None:
            given[parameter] = bench.code(value)
    shape = given.pop("size", "()")
    options = [f"{new}={given[old]}" for old, new in zip(parameters, renamed_) if old in given]
    written = f"{function}({', '.join([shape, *options])})"
    converted = bench.text.parent(bench.text.parent(call) or call)
    if (
        (cast := method(converted or call)) is not None
        and cast[0] is call
        and isinstance(converted, cst.Call)
    ):
        kind = positional(converted, 0)
        if cast[1] != "astype" or kind is None or len(converted.args) != 1:
            return None  # a method that tensors do not have
        call, written = converted, f"{bench.name('tf.cast')}({written}, {bench.code(kind)})"
    changes = [bench.replace(call, written), *_constants(bench, call)]
    return bench.patch(f"Draw with {own}", "unsafe", changes) if function else None


def _constants(bench: Bench, call: cst.Call) -> list[Change]:
    """tf.constant() of what is a tensor from now on."""
    line = bench.text.alone(call)
    statement = line.body[0] if line is not None else None
    target = statement.targets[0].target if isinstance(statement, cst.Assign) else None
    name = bench.name("tf.convert_to_tensor")
    found = [
        node
        for node in walk(bench.text.function(call))
        if isinstance(node, cst.Call)
        and bench.called(node.func) == "tf.constant"
        and (given := positional(node, 0)) is not None
        and (given is call or (target is not None and given.deep_equals(target)))
    ]
    return [bench.replace(node.func, name) for node in found if name is not None]


def _uncompiled(bench: Bench) -> Patch | None:
    """Without jit the value is read at each call. The better remedy, an argument, changes the callers too."""
    function = next((each for each in bench.text.up(bench.node) if isinstance(each, cst.FunctionDef)), None)
    if function is None:
        return None
    message = "Do not compile it, or pass the value as an argument"
    for decorator in function.decorators:
        if bench.called(decorator.decorator) == "jax.jit":
            return bench.patch(message, "display", [Change(*bench.text.lines(decorator), "")])
    for node in walk(bench.text.module):
        if isinstance(node, cst.Call) and bench.called(node.func) == "jax.jit" and len(node.args) == 1:
            if any(_last_name(each) == function.name.value for each in walk(node.args[0].value)):
                return bench.patch(message, "display", bench.become(node, node.args[0].value))
    return None


def _last_name(node: cst.CSTNode) -> str:
    if isinstance(node, cst.Attribute):
        return node.attr.value
    return node.value if isinstance(node, cst.Name) else ""
