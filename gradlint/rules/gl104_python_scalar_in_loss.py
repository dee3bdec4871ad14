"""GL104: A Python number stands where the loss needs the tensor."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.facts import HostCall, Sink
from gradlint.analysis.lost_gradients.lost import Break
from gradlint.analysis.project.canonical_names import dotted
from gradlint.analysis.project.syntax import all_parameters, names_in, root, walk
from gradlint.core.model import Framework, Severity
from gradlint.knowledge.names.errors import OF_A_NUMBER
from gradlint.knowledge.names.operations import Op
from gradlint.rules.shared.bench import Bench, method, positional
from gradlint.rules.shared.broken import broken_draft, rewrapped
from gradlint.rules.shared.draft import Draft, Program, quoted, story
from gradlint.rules.shared.evidence import copied_by, is_only_computed_with, is_parameter, targets
from gradlint.rules.shared.patch import Change, Patch
from gradlint.rules.shared.translate import break_at, renamed


def detect(program: Program) -> Iterator[Draft]:
    for call in program.flow.host_calls:
        if call.needs_value and not call.guarded:
            yield Draft(
                call.place.node,
                f"{_function(call)} on a traced array raises {OF_A_NUMBER.get(call.name, 'ConcretizationTypeError')}",
                "keep the array; use jax.numpy instead of math",
                "jax",
                Severity.ERROR,
                story(call.array.node, None),
                "raises: a traced array has no value yet",
                about=call,
            )
        elif call.how == "format" and call.traced:
            yield Draft(
                call.place.node,
                "formatting a traced array with a format specification raises TypeError",
                "use jax.debug.print, or format the result outside the differentiated function",
                "jax",
                Severity.ERROR,
                (),
                "raises: a traced array cannot be formatted",
                about=call,
            )
    for sink in program.flow.sinks:
        if sink.kind == "backward" and sink.array is not None and sink.array.lang == "python":
            if any(
                path.cut.cut == "scalar" for each in program.lost.trace_of(sink) for path in each.lost_paths
            ):
                yield Draft(
                    sink.place.node,
                    "backward() is called on a Python number: the result of .item() or float() has no backward()",
                    "call backward() on the tensor; use .item() only for logging",
                    "torch",
                    Severity.ERROR,
                    (),
                    "gradient requested here, but this is a float",
                    about=sink,
                )
    # Where the call itself raises there is no number, and no gradient that could be wrong.
    raising = {call.place.node for call in program.flow.host_calls if call.guarded or call.needs_value}
    for broken in program.lost.breaks:
        if broken.reason == "scalar" and not _on_number(broken) and broken.cut.place.node not in raising:
            yield broken_draft(
                broken,
                broken.cut.place.node,
                f"{quoted(broken.cut.place.node, _scalar_name(broken))} is a plain number in the loss",
                "cut here: a Python number carries no gradient",
                "keep the tensor in the loss; use .item() only for logging",
            )


def _function(call: HostCall) -> str:
    """`float()`, `.item()`, and a function of Python's math module by its name."""
    node = call.place.node
    written = dotted(node.func) if call.name == "math()" and isinstance(node, cst.Call) else None
    return f"{written}()" if written is not None else call.name


def _on_number(broken: Break) -> bool:
    array = broken.sink.array
    return (
        broken.sink.kind == "backward" and array is not None and (array.lang == "python" or rewrapped(broken))
    )


def _scalar_name(broken: Break) -> str:
    return ".item()" if broken.cut.op == Op.ITEM else f"{broken.cut.op}()"


def fix(bench: Bench) -> Patch | None:
    about = bench.draft.about
    if isinstance(about, Sink):
        cuts = {
            path.cut.place.node
            for each in bench.program.lost.trace_of(about)
            for path in each.lost_paths
            if path.cut.cut == "scalar"
        }
        changes: list[list[Change] | None] = [_kept(bench, node, "torch") for node in cuts]
        if any(each is None for each in changes):
            return None
        sure = all(_is_certain(bench, node) for node in cuts)
        made_ = [each for found in changes for each in found or []]
        return bench.patch("Keep the tensor", "safe" if sure else "unsafe", made_)
    if isinstance(about, HostCall) and about.how == "format":
        return _logged(bench, about)
    if isinstance(about, HostCall) and break_at(bench) is None:
        return _logged(bench, about)
    made = _kept(bench, bench.node, bench.draft.framework)
    copy = copied_by(bench, bench.node)
    if made is None:
        return None
    if copy is not None:
        if len(copy.args) > 1 or isinstance(copy.args[0].value, (cst.List, cst.Tuple, cst.ListComp)):
            return None
        return bench.patch("Keep the tensor", "unsafe", [*made, *bench.become(copy, copy.args[0].value)])
    plain = not isinstance(bench.node, cst.Call) or len(bench.node.args) < 2
    if bench.draft.framework == "torch":
        plain = plain and _is_certain(bench, bench.node)
    sure = plain and is_only_computed_with(bench, bench.node)
    return bench.patch("Keep the tensor", "safe" if sure else "unsafe", made)


def _is_certain(bench: Bench, node: cst.CSTNode) -> bool:
    """A tensor does in this place, and always comes to it."""
    if not isinstance(node, cst.Call) or not is_only_computed_with(bench, node):
        return False
    given = positional(node, 0)
    name = root(given) if given is not None else None
    return name is None or not is_parameter(bench, name, node)


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
    # Another local value in the same line would be a tracer inside of the callback.
    local = names_in(statement.value) & _local_names(bench, statement) - {looked_at}
    return bench.patch(
        "Inspect the value in a callback", "unsafe" if local else "safe", [bench.replace(statement, written)]
    )


def _local_names(bench: Bench, at: cst.CSTNode) -> set[str]:
    """What the functions around a place bind, and are given."""
    found: set[str] = set()
    for function in bench.text.up(at):
        if isinstance(function, cst.FunctionDef):
            found |= all_parameters(function)
            found |= {name for each in walk(function) for one in targets(each) if (name := root(one))}
    return found


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
