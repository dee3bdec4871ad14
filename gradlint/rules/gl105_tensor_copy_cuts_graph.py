"""GL105: torch.tensor(t), tf.Variable(t), tf.constant(v): a copy without a past."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.facts import Flow
from gradlint.analysis.lost_gradients.lost import Break
from gradlint.analysis.project.syntax import elements
from gradlint.core.model import Applicability, Framework
from gradlint.knowledge.names.operations import Op
from gradlint.rules.shared.bench import Bench, keyword, positional
from gradlint.rules.shared.broken import broken_draft, framework_of, rewrapped
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.evidence import may_be_a_list
from gradlint.rules.shared.patch import Change, Patch


def detect(program: Program) -> Iterator[Draft]:
    for broken in program.lost.breaks:
        if broken.reason == "copy" and not rewrapped(broken):
            if broken.cut.op == Op.TORCH_NN_PARAMETER and not _steps_the_old_one(program.flow, broken):
                continue
            framework = framework_of(broken)
            name = broken.cut.op if broken.cut.op != Op.CONSTANT else "tf.constant"
            yield broken_draft(
                broken,
                broken.cut.place.node,
                f"{name} copies the value without its gradient",
                "cut here: the copy has no graph",
                _copy_help(broken, framework),
            )


def _steps_the_old_one(flow: Flow, broken: Break) -> bool:
    """The optimizer holds what a parameter was made of, and nobody holds the parameter or takes its gradient over."""
    read = {each.array.node for each in flow.grad_reads}
    return (
        broken.total
        and broken.source in flow.optimised
        and broken.cut not in flow.optimised
        and broken.cut not in read
        and broken.source not in flow.grads_by_hand
    )


def _copy_help(broken: Break, framework: Framework) -> str:
    if broken.cut.op == Op.TORCH_NN_PARAMETER:
        return "give the parameter to the optimizer, or compute with the tensor that it holds"
    if framework == "tensorflow":
        return "use tf.identity or tf.convert_to_tensor, which keep the gradient"
    several = len(broken.cut.edges) > 1
    return "use torch.stack, which keeps the graph" if several else "use the tensor itself, or .clone()"


def fix(bench: Bench) -> Patch | None:
    about, call = bench.draft.about, bench.node
    if not isinstance(about, Break) or not isinstance(call, cst.Call):
        return None
    if about.cut.op == Op.TORCH_NN_PARAMETER:
        return None
    inside = positional(call, 0)
    if inside is None:
        return None
    if bench.draft.framework == "tensorflow":
        return _recorded_copy(bench, about, call)
    return _kept_graph(bench, about, call, inside)


def _recorded_copy(bench: Bench, broken: Break, call: cst.Call) -> Patch | None:
    variable = broken.cut.op.endswith("Variable")
    function = bench.name("tf.identity" if variable else "tf.convert_to_tensor")
    if function is None:
        return None
    changes: list[Change] = [bench.replace(call.func, function)]
    if not variable and not all(
        arg.keyword is not None and arg.keyword.value == "name" for arg in call.args[1:]
    ):
        return _cast_copy(bench, call)
    for arg in call.args[1:] if variable else ():
        if arg.keyword is None or arg.keyword.value not in ("name", "trainable", "dtype"):
            return None
        if arg.keyword.value != "name":
            changes.append(bench.drop_argument(call, arg))
    safe: Applicability = "unsafe" if variable else "safe"
    return bench.patch(f"Use {function}, which keeps the gradient", safe, changes)


def _cast_copy(bench: Bench, call: cst.Call) -> Patch | None:
    """`tf.constant(x, dtype=...)`: tf.convert_to_tensor() would not take x in another type."""
    name, inside = bench.name("tf.cast"), positional(call, 0)
    dtype = keyword(call, "dtype")
    value = dtype.value if dtype is not None else positional(call, 1)
    if name is None or inside is None or value is None or len(call.args) != 2:
        return None
    written = f"{name}({bench.argument(inside)}, {bench.code(value)})"
    return bench.patch("Use tf.cast, which keeps the gradient", "unsafe", [bench.replace(call, written)])


def _kept_graph(bench: Bench, broken: Break, call: cst.Call, inside: cst.BaseExpression) -> Patch | None:
    # The old constructors are there for lists of numbers.
    several = isinstance(inside, (cst.List, cst.ListComp)) or len(broken.cut.edges) > 1
    several = several or bench.called(call.func).endswith("Tensor") or may_be_a_list(bench, inside)
    dtype = keyword(call, "dtype")
    if not several:
        if dtype is not None:
            kept = f"{bench.operand(inside)}.to({bench.code(dtype.value)})"
            return bench.patch("Use the tensor itself", "unsafe", [bench.replace(call, kept)])
        return bench.patch("Use the tensor itself", "unsafe", bench.become(call, inside))
    stack = bench.name("torch.stack")
    joined = _stacked(bench, inside, stack) if stack is not None else None
    if joined is None:
        return None
    if dtype is not None:
        joined = f"{joined}.to({bench.code(dtype.value)})"
    return bench.patch("Join the tensors with torch.stack", "unsafe", [bench.replace(call, joined)])


def _stacked(bench: Bench, values: cst.BaseExpression, stack: str) -> str | None:
    """`[[a, b], [c, d]]` as stacks of stacks."""
    parts = elements(values)
    if parts is None or not any(isinstance(part, (cst.List, cst.Tuple)) for part in parts):
        return f"{stack}({bench.argument(values)})"
    inner = [_stacked(bench, part, stack) for part in parts]
    written = [each for each in inner if each is not None]
    return f"{stack}([{', '.join(written)}])" if len(written) == len(parts) else None
