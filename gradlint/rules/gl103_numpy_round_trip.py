"""GL103: Out to NumPy, computed there, and back again as a constant."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.graph import Node
from gradlint.analysis.lost_gradients.lost import Break
from gradlint.analysis.lost_gradients.path_queries import re_entry
from gradlint.analysis.project.syntax import walk
from gradlint.core.model import Framework, Severity
from gradlint.knowledge.names.numpy import FILLED_ARRAYS
from gradlint.rules.shared.bench import Bench, method
from gradlint.rules.shared.broken import broken_draft, framework_of
from gradlint.rules.shared.draft import Draft, Program, story
from gradlint.rules.shared.patch import Patch
from gradlint.rules.shared.translate import downstream, path_changes, unwrapped


def detect(program: Program) -> Iterator[Draft]:
    for call in program.flow.host_calls:
        if call.how == "buffer" and call.traced:
            yield Draft(
                call.place.node,
                "storing a traced array in a NumPy array raises ValueError: setting an array element with "
                "a sequence",
                "collect the values in a list and use jnp.stack, or write to a jnp array with "
                ".at[...].set(...)",
                "jax",
                Severity.ERROR,
                story(call.array.node, None),
                "cut here: a NumPy buffer cannot hold a tracer",
                about=call,
            )
    for broken in program.lost.breaks:
        if broken.reason == "buffer":
            yield broken_draft(
                broken,
                broken.cut.place.node,
                "a NumPy buffer keeps the number and drops the gradient",
                "cut here: stored as a plain number",
                "collect the tensors in a list and stack them (tf.stack, torch.stack), or use a TensorArray",
            )
        elif broken.reason == "stop" and framework_of(broken) != "jax":
            back = _coming_back(program, broken)
            if back is not None:
                yield broken_draft(
                    broken,
                    back,
                    "this value comes back from NumPy as a constant",
                    "cut here: computed in NumPy, without a gradient",
                    "compute this with the framework instead of NumPy",
                )


def _coming_back(program: Program, broken: Break) -> cst.CSTNode | None:
    for each in program.lost.trace_of(broken.sink):
        found = re_entry(each, broken.cut)
        if found is not None and (broken.total or _is_computed(found, broken.cut)):
            return found.place.node
    return None


def _is_computed(back: Node, cut: Node) -> bool:
    """Beside another way for the gradient: what comes back was computed from the number in sight, not found by a solver
    or picked by a position, for which a constant is right."""
    stack, seen = [back], {back}
    while stack:
        here = stack.pop()
        if here is cut:
            return True
        if (here is not back and here.source is not None) or here.op.endswith("_like"):
            continue  # an unknown function's own, or only of the same shape
        behind = [edge.node for edge in here.edges if edge.role != "index" and edge.node not in seen]
        seen.update(behind)
        stack.extend(behind)
    return False


def fix(bench: Bench) -> Patch | None:
    about, framework = bench.draft.about, bench.draft.framework
    if isinstance(about, Break) and about.reason != "buffer":
        return _direct(bench, about, framework)
    return _written_functionally(bench, framework)


def _direct(bench: Bench, broken: Break, framework: Framework) -> Patch | None:
    """Everything between the way out and the way back, without NumPy."""
    for trace in bench.program.lost.trace_of(broken.sink):
        back = re_entry(trace, broken.cut)
        if back is None:
            continue
        nodes = [each for each in downstream(trace, broken.cut) if each.id < back.id]
        rest = path_changes(bench, [broken.cut, *nodes], framework)
        last = unwrapped(bench, back)
        if rest is not None and last is not None:
            return bench.patch("Compute this with the framework", "unsafe", [*last, *rest])
    return None


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
                if found[1] in FILLED_ARRAYS:
                    return node.value, found[1]
    return None
