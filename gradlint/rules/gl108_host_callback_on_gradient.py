"""GL108: A callback into Python has no derivative."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.misuses import HostCallback, IntegerInput
from gradlint.analysis.project.syntax import Function, elements, walk
from gradlint.core.model import Framework
from gradlint.rules.shared.bench import Bench, method, positional
from gradlint.rules.shared.broken import broken_draft, framework_of
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.patch import Change, Patch
from gradlint.rules.shared.translate import renamed
from gradlint.rules.shared.wording import Wording, Wordings, worded

_CALLBACKS: Wordings = {
    HostCallback: Wording(
        "{fact.name} on a differentiated value raises ValueError: Pure callbacks do not support JVP",
        "define a derivative with jax.custom_jvp, or pass jax.lax.stop_gradient(x) to the callback",
        "cut here: Python code has no derivative",
    ),
    IntegerInput: Wording(
        "{fact.name} with an integer input cannot be differentiated: TypeError: Cannot convert 0.0 to "
        "EagerTensor of dtype int32",
        "let the function capture the integer instead of passing it",
        "the gradient of this call raises",
    ),
}


def detect(program: Program) -> Iterator[Draft]:
    yield from worded(program, _CALLBACKS)
    for broken in program.lost.breaks:
        if broken.reason == "host" and framework_of(broken) == "tensorflow":
            yield broken_draft(
                broken,
                broken.cut.place.node,
                f"{broken.cut.op} runs plain Python, which is not recorded",
                "cut here: Python code has no derivative",
                "use TensorFlow operations; inside tf.py_function if Python is needed",
            )


def fix(bench: Bench) -> Patch | None:
    about, call = bench.draft.about, bench.node
    if not isinstance(call, cst.Call):
        return None
    if isinstance(about, IntegerInput):
        return _closing_over(bench, call, about.at)
    if bench.called(call.func).endswith("io_callback"):
        return _debugged(bench, call)
    framework: Framework = bench.draft.framework
    given = positional(call, 0)
    func = _function(bench, given) if given is not None else None
    body = _translated(bench, func, framework) if func is not None else None
    if body is None or given is None:
        return None
    if framework == "jax":
        inputs = ", ".join(bench.written(arg) for arg in call.args[2:])
        start, end = bench.text.inner(call)
        first, last = bench.text.span(given)
        around = ("(", ")") if isinstance(given, cst.Lambda) and not given.lpar else ("", "")
        changes = [Change(start, first, around[0]), Change(last, end, f"{around[1]}({inputs})")]
        return bench.patch("Compute it in JAX", "unsafe", [*changes, *body])
    name = bench.name("tf.py_function")
    renaming = [bench.replace(call.func, name)] if name is not None else [None]
    return bench.patch("Compute it with TensorFlow operations", "unsafe", [*renaming, *body])


def _debugged(bench: Bench, call: cst.Call) -> Patch | None:
    name = bench.name("jax.debug.callback")
    line = bench.text.alone(call)
    if name is None or line is None or not isinstance(line.body[0], cst.Expr) or len(call.args) < 2:
        return None
    result, *rest = call.args[1:]
    if result.keyword is not None and result.keyword.value != "result_shape_dtypes":
        return None
    if any(arg.keyword is not None and arg.keyword.value == "sharding" for arg in rest):
        return None
    changes = [bench.replace(call.func, name), bench.drop_argument(call, call.args[1])]
    return bench.patch("Only inspect the value", "safe", changes)


def _closing_over(bench: Bench, call: cst.Call, integers: tuple[int, ...]) -> Patch | None:
    given = positional(call, 1)
    inputs = elements(given) if given is not None else None
    func = positional(call, 0)
    if given is None or inputs is None or func is None:
        return None
    names = [f"value{number}" for number in range(len(inputs))]
    taken = [names[at] for at in range(len(inputs)) if at not in integers]
    passed = [bench.code(each) if at in integers else names[at] for at, each in enumerate(inputs)]
    left = [bench.code(each) for at, each in enumerate(inputs) if at not in integers]
    wrapped = f"lambda {', '.join(taken)}: {bench.operand(func)}({', '.join(passed)})"
    changes = [bench.replace(func, wrapped), bench.replace(given, f"[{', '.join(left)}]")]
    return bench.patch("Capture the integer", "unsafe", changes)


def _function(bench: Bench, given: cst.BaseExpression) -> Function | None:
    """The function that is passed on: a lambda, or one that is defined in this file."""
    if isinstance(given, cst.Lambda):
        return given
    if not isinstance(given, cst.Name):
        return None
    for node in walk(bench.text.module):
        if isinstance(node, cst.FunctionDef) and node.name.value == given.value:
            return node
        if isinstance(node, cst.Assign) and isinstance(node.value, cst.Lambda):
            target = node.targets[0].target
            if isinstance(target, cst.Name) and target.value == given.value:
                return node.value
    return None


def _translated(bench: Bench, func: Function, framework: Framework) -> list[Change] | None:
    """The body of a function with every NumPy call replaced; None if one has no equal."""
    changes: list[Change] = []
    for node in walk(func.body):
        if not isinstance(node, cst.Call):
            continue
        name, found = bench.called(node.func), method(node)
        if name in ("numpy.float32", "numpy.asarray", "numpy.array"):
            inside = positional(node, 0)
            made = bench.become(node, inside) if inside is not None else None
        elif name.startswith(("numpy.", "scipy.")):
            made = renamed(bench, node, name, framework)
        elif found is not None and found[1] in ("numpy", "astype"):
            made = [bench.chop(node, found[0])]
        elif name or (isinstance(node.func, cst.Name) and node.func.value in ("float", "len", "range")):
            made = []
        else:
            return None
        if made is None:
            return None
        changes.extend(made)
    return changes
