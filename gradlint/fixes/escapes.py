"""GL101 to GL104 mended: the computation stays in the framework."""

from __future__ import annotations

import libcst as cst

from gradlint.fixes.bench import Bench, fixes, method, positional
from gradlint.fixes.patch import Change, Patch
from gradlint.fixes.translate import downstream, path_changes, renamed, unwrapped
from gradlint.flow.facts import HostCall, Sink
from gradlint.flow.graph import Node
from gradlint.flow.losses import Break
from gradlint.flow.syntax import walk
from gradlint.flow.ways import re_entry
from gradlint.model import Framework


def break_at(bench: Bench) -> Break | None:
    """The broken gradient that this place is the cut of, where somebody asks for it."""
    about = bench.draft.about
    if isinstance(about, Break):
        return about
    return next((each for each in bench.program.losses.breaks if each.cut.place.node is bench.node), None)


def behind(bench: Bench, broken: Break) -> list[Node]:
    """What is computed from the cut, up to where the gradient is asked for."""
    found: dict[Node, None] = {}
    for trace in bench.program.losses.trace_of(broken.sink):
        if broken.cut in trace.flows:
            found.update(dict.fromkeys(downstream(trace, broken.cut)))
    return list(found)


def _in_numpy(nodes: list[Node]) -> bool:
    return any(node.op.startswith("numpy.") for node in nodes)


@fixes("GL101", cuts=("numpy",))
def numpy_call(bench: Bench) -> Patch | None:
    about, call, framework = bench.draft.about, bench.node, bench.draft.framework
    name = about.name if isinstance(about, HostCall) else about.cut.op if isinstance(about, Break) else ""
    changes = renamed(bench, call, name, framework)
    if changes is None or not isinstance(call, cst.Call):
        return None
    broken = break_at(bench)
    rest = path_changes(bench, behind(bench, broken), framework) if broken is not None else []
    if rest is None:
        return None
    plain = len([arg for arg in call.args if arg.keyword is None]) == 1 and not rest
    safe = plain and (framework != "tensorflow" or _consumed(bench, call))
    own = changes[0].content.partition("(")[0]
    return bench.patch(f"Use {own}", "safe" if safe else "unsafe", [*changes, *rest])


def _consumed(bench: Bench, call: cst.CSTNode) -> bool:
    """The result goes straight into an operator or a call, where a tensor does as well as an array."""
    place = bench.text.parent(call)
    return isinstance(place, (cst.BinaryOperation, cst.UnaryOperation, cst.Arg))


@fixes("GL102", cuts=("conversion",))
def conversion(bench: Bench) -> Patch | None:
    call, framework = bench.node, bench.draft.framework
    if not isinstance(call, cst.Call):
        return None
    found = method(call)
    broken = break_at(bench)
    if found is not None and found[1] == "get_weights":
        name = bench.replace(call, f"{bench.code(found[0])}.weights")
        return bench.patch("Use the variables themselves", "unsafe", [name])
    inside = found[0] if found is not None and found[1] in ("numpy", "tolist") else positional(call, 0)
    if inside is None:
        return None
    if broken is None and framework == "torch" and not _differentiated(bench, call):
        end = bench.text.span(inside)[1]
        if isinstance(inside, cst.BinaryOperation) and not inside.lpar:
            return None
        return bench.patch("Detach first", "safe", [Change(end, end, ".detach()")])
    chopped = found is not None and inside is found[0]
    drop = [bench.chop(call, inside)] if chopped else bench.become(call, inside)
    nodes = behind(bench, broken) if broken is not None else []
    rest = path_changes(bench, nodes, framework)
    if rest is None:
        return None
    return bench.patch(
        "Go on with the tensor itself", "unsafe" if _in_numpy(nodes) else "safe", [*rest, *drop]
    )


def _differentiated(bench: Bench, call: cst.CSTNode) -> bool:
    """The name that the result is bound to has backward() called on it: an array cannot have been meant."""
    line = bench.text.alone(call)
    statement = line.body[0] if line is not None else None
    if not isinstance(statement, cst.Assign) or not isinstance(statement.targets[0].target, cst.Name):
        return False
    name = statement.targets[0].target.value
    calls = (method(node) for node in walk(bench.text.function(call)))
    return any(
        found is not None
        and found[1] == "backward"
        and isinstance(found[0], cst.Name)
        and found[0].value == name
        for found in calls
    )


@fixes("GL103", cuts=("buffer",))
def round_trip(bench: Bench) -> Patch | None:
    about, framework = bench.draft.about, bench.draft.framework
    if isinstance(about, Break) and about.reason != "buffer":
        return _direct(bench, about, framework)
    return _written_functionally(bench, framework)


def _direct(bench: Bench, broken: Break, framework: Framework) -> Patch | None:
    """Everything between the way out and the way back, without NumPy."""
    for trace in bench.program.losses.trace_of(broken.sink):
        back = re_entry(trace, broken.cut)
        if back is None:
            continue
        nodes = [each for each in downstream(trace, broken.cut) if each.id < back.id]
        rest = path_changes(bench, [broken.cut, *nodes], framework)
        last = unwrapped(bench, back)
        if rest is not None and last is not None:
            return bench.patch("Compute it in the framework", "unsafe", [*last, *rest])
    return None


_FILLED = frozenset("zeros ones empty full zeros_like ones_like empty_like".split())


def _written_functionally(bench: Bench, framework: Framework) -> Patch | None:
    """A buffer of the framework, and `buffer = buffer.at[i].set(value)` in place of the write."""
    line = bench.text.alone(bench.node)
    statement = line.body[0] if line is not None else None
    if not isinstance(statement, cst.Assign) or len(statement.targets) != 1:
        return None
    target = statement.targets[0].target
    if not isinstance(target, cst.Subscript) or not isinstance(target.value, cst.Name):
        return None
    name = target.value.value
    made = _made_here(bench, name, statement)
    if made is None:
        return None
    filled = made[1].replace("empty", "zeros") if framework == "tensorflow" else made[1]
    function = bench.name(f"{'jax.numpy' if framework == 'jax' else 'tf'}.{filled}")
    if function is None or framework == "torch":
        return None
    index = ", ".join(bench.code(each).rstrip(", ") for each in target.slice)
    value = bench.argument(statement.value)
    if framework == "jax":
        written = f"{name} = {name}.at[{index}].set({value})"
    else:
        update = bench.name("tf.tensor_scatter_nd_update")
        written = f"{name} = {update}({name}, [[{index}]], [{value}])"
    changes = [bench.replace(made[0].func, function), bench.replace(statement, written)]
    return bench.patch("Write into an array that keeps the gradient", "unsafe", changes)


def _made_here(bench: Bench, name: str, statement: cst.CSTNode) -> tuple[cst.Call, str] | None:
    """The np.zeros(...) that a name was bound to in the same function."""
    for node in walk(bench.text.function(statement)):
        if isinstance(node, cst.Assign) and isinstance(node.value, cst.Call):
            target = node.targets[0].target
            found = method(node.value)
            if isinstance(target, cst.Name) and target.value == name and found is not None:
                if found[1] in _FILLED:
                    return node.value, found[1]
    return None


@fixes("GL104", cuts=("scalar",))
def python_scalar(bench: Bench) -> Patch | None:
    about = bench.draft.about
    if isinstance(about, Sink):
        cuts = {
            loss.cut.place.node
            for each in bench.program.losses.trace_of(about)
            for loss in each.losses
            if loss.cut.cut == "scalar"
        }
        changes: list[list[Change] | None] = [_kept(bench, node, "torch") for node in cuts]
        if any(each is None for each in changes):
            return None
        return bench.patch("Keep the tensor", "safe", [each for found in changes for each in found or []])
    if isinstance(about, HostCall) and about.how == "format":
        return _logged(bench, about)
    if isinstance(about, HostCall) and break_at(bench) is None:
        return _logged(bench, about)
    made = _kept(bench, bench.node, bench.draft.framework)
    if made is None:
        return None
    plain = not isinstance(bench.node, cst.Call) or len(bench.node.args) < 2
    return bench.patch("Keep the tensor", "safe" if plain else "unsafe", made)


def _kept(bench: Bench, node: cst.CSTNode, framework: Framework) -> list[Change] | None:
    """`x.item()`, `float(x)` and `math.exp(x)` with the tensor left in."""
    if not isinstance(node, cst.Call):
        return None
    found = method(node)
    if found is not None and found[1] == "item":
        return [bench.chop(node, found[0])]
    if isinstance(node.func, cst.Name) and node.func.value in ("float", "complex"):
        inside = positional(node, 0)
        return bench.become(node, inside) if inside is not None else None
    function = bench.called(node.func)
    return renamed(bench, node, function, framework) if function.startswith("math.") else None


def _logged(bench: Bench, call: HostCall) -> Patch | None:
    """Inside a traced function what is only looked at is handed to a callback."""
    line = bench.text.alone(bench.node)
    statement = line.body[0] if line is not None else None
    if call.lang != "jax" or not isinstance(statement, cst.Expr) or not isinstance(statement.value, cst.Call):
        return _without_log(bench)
    looked_at = _root(bench)
    function = bench.name("jax.debug.callback")
    if looked_at is None or function is None:
        return None
    written = f"{function}(lambda {looked_at}: {bench.code(statement.value)}, {looked_at})"
    return bench.patch("Look at the value in a callback", "safe", [bench.replace(statement, written)])


def _without_log(bench: Bench) -> Patch | None:
    line, name = bench.text.alone(bench.node), bench.name("jax.debug.callback")
    statement = line.body[0] if line is not None else None
    node = bench.node
    if isinstance(statement, cst.Assign) and statement.value is node and isinstance(node, cst.Call) and name:
        found = method(node)
        value = found[0] if found is not None and not node.args else positional(node, 0)
        target = statement.targets[0].target
        stored = stored_by_callback(bench, target, f"{name}", value, node)
        if stored is not None:
            return bench.patch("Store the value in a callback", "display", [bench.replace(statement, stored)])
    made = _kept(bench, bench.node, bench.draft.framework)
    return bench.patch("Keep the array", "unsafe", made) if made is not None else None


def stored_by_callback(
    bench: Bench,
    target: cst.BaseAssignTargetExpression,
    callback: str,
    value: cst.BaseExpression | None,
    converted: cst.Call,
) -> str | None:
    """`owner[key] = float(x)` as a callback that converts and stores."""
    if value is None:
        return None
    new = f"{bench.code(converted.func)}(value)" if converted.args else "value.item()"
    if isinstance(target, cst.Subscript) and len(target.slice) == 1:
        key = bench.code(target.slice[0].slice)
        return f"{callback}(lambda value: {bench.code(target.value)}.__setitem__({key}, {new}), {bench.code(value)})"
    if isinstance(target, cst.Attribute):
        owner = bench.code(target.value)
        stored = f'setattr({owner}, "{target.attr.value}", {new})'
        return f"{callback}(lambda value: {stored}, {bench.code(value)})"
    return None


def _root(bench: Bench) -> str | None:
    """The variable that is formatted or converted, if it is just that."""
    node = bench.node
    values: list[cst.CSTNode] = []
    if isinstance(node, cst.Call):
        values = [arg.value for arg in node.args]
    elif isinstance(node, cst.FormattedString):
        values = [part.expression for part in node.parts if isinstance(part, cst.FormattedStringExpression)]
    elif isinstance(node, cst.FormattedStringExpression):
        values = [node.expression]
    names = {value.value for value in values if isinstance(value, cst.Name)}
    return names.pop() if len(names) == 1 and len(values) == 1 else None
