"""GL107 to GL110 mended: predictions, callbacks, type tests and frozen values."""

from __future__ import annotations

import libcst as cst

from gradlint.fixes.bench import Bench, fixes, keyword, method, positional
from gradlint.fixes.patch import Change, Patch
from gradlint.fixes.translate import renamed
from gradlint.flow.facts import HostCall, Misuse
from gradlint.flow.losses import Break
from gradlint.flow.syntax import Function, elements, walk
from gradlint.model import Framework


@fixes("GL107")
def predicted(bench: Bench) -> Patch | None:
    call, broken = bench.node, bench.draft.about
    found = method(call)
    if not isinstance(call, cst.Call) or not isinstance(broken, Break):
        return None
    if found is not None and found[1].startswith("predict"):
        given = positional(call, 0)
        if given is None:
            return None
        written = f"{bench.code(found[0])}({bench.argument(given)})"
        return bench.patch("Call the model", "unsafe", [bench.replace(call, written)])
    if found is not None and found[1] == "result":
        return _measured(bench, call, found[0])
    if bench.called(call.func).endswith("_accuracy"):
        smooth = bench.called(call.func).replace("metrics", "losses").replace("_accuracy", "_crossentropy")
        name = bench.name(smooth)
        return bench.patch("Use a loss", "display", [bench.replace(call.func, name)]) if name else None
    return None


def _measured(bench: Bench, call: cst.Call, metric: cst.BaseExpression) -> Patch | None:
    """What the metric was given, through the loss that belongs to it."""
    updates = [
        node
        for node in walk(bench.text.function(call))
        if (found := method(node)) is not None
        and found[1] == "update_state"
        and found[0].deep_equals(metric)
        and isinstance(node, cst.Call)
    ]
    made = next(
        (
            bench.called(node.value.func)
            for node in walk(bench.text.module)
            if isinstance(node, cst.Assign)
            and isinstance(node.value, cst.Call)
            and node.targets[0].target.deep_equals(metric)
        ),
        "",
    )
    if len(updates) != 1 or not made.startswith("keras.metrics."):
        return None
    given = [bench.written(arg) for arg in updates[0].args]
    if made == "keras.metrics.Mean" and len(given) == 1:
        written = given[0]
    else:
        loss = bench.name(made.replace("metrics", "losses"))
        if loss is None or len(given) < 2:
            return None
        written = f"{loss}()({', '.join(given[:2])})"
    return bench.patch("Use the loss, not the metric", "unsafe", [bench.replace(call, written)])


@fixes("GL108")
def host_callback(bench: Bench) -> Patch | None:
    about, call = bench.draft.about, bench.node
    if not isinstance(call, cst.Call):
        return None
    if isinstance(about, Misuse) and about.kind == "integer-input":
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
    changes = [bench.replace(call.func, name), bench.drop_argument(call, call.args[1])]
    return bench.patch("Only look at the value", "safe", changes)


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
    return bench.patch("Close over the integer", "unsafe", changes)


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


@fixes("GL109")
def type_gate(bench: Bench) -> Patch | None:
    call = bench.node
    if isinstance(bench.draft.about, HostCall):
        inside = positional(call, 0) if isinstance(call, cst.Call) else None
        if inside is None or not isinstance(call, cst.Call):
            return None
        return bench.patch("Keep the array", "unsafe", bench.become(call, inside))
    test = next((node for node in walk(call) if isinstance(node, cst.Call) and _is_gate(node)), None)
    kinds = positional(test, 1) if test is not None else None
    array = bench.name("jax.Array")
    if kinds is None or array is None:
        return None
    known = elements(kinds)
    parts = [bench.code(each) for each in known] if known is not None else [bench.code(kinds)]
    start, end = bench.text.span(kinds)
    written = f"({', '.join([*parts, array])})"
    return bench.patch("Let a traced array pass", "unsafe", [Change(start, end, written)])


def _is_gate(call: cst.Call) -> bool:
    return isinstance(call.func, cst.Name) and call.func.value == "isinstance"


_DRAWS = {
    "numpy.random.normal": ("tf.random.normal", ("loc", "scale", "size"), ("mean", "stddev")),
    "numpy.random.uniform": ("tf.random.uniform", ("low", "high", "size"), ("minval", "maxval")),
    "random.uniform": ("tf.random.uniform", ("a", "b"), ("minval", "maxval")),
    "random.gauss": ("tf.random.normal", ("mu", "sigma"), ("mean", "stddev")),
    "random.random": ("tf.random.uniform", (), ()),
}
"""Draws of Python and NumPy, their parameters, and what TensorFlow calls them."""


@fixes("GL110")
def frozen(bench: Bench) -> Patch | None:
    about, call = bench.draft.about, bench.node
    if not isinstance(about, Misuse):
        return None
    if about.kind == "stale":
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
