"""GL301 to GL304 and GL307 mended: the gradient enters, in time and where it is looked for."""

from __future__ import annotations

import libcst as cst

from gradlint.fixes import moves
from gradlint.fixes.bench import Bench, fixes, keyword, method, positional
from gradlint.fixes.patch import Change, Patch
from gradlint.flow.facts import (
    BadSource,
    FlagSet,
    IntegerSource,
    OptimizerParam,
    Sink,
    TapeUse,
)
from gradlint.flow.graph import Node
from gradlint.flow.losses import Break
from gradlint.flow.syntax import walk
from gradlint.knowledge.tables import table
from gradlint.model import Applicability, Framework


def require(bench: Bench, made: cst.CSTNode) -> list[Change] | None:
    """The expression that makes a tensor, with requires_grad."""
    if not isinstance(made, cst.BaseExpression):
        return None
    if isinstance(made, cst.Call):
        short = bench.called(made.func)
        if short.startswith("torch.") and short[6:] in table("torch").sets["accepts_requires_grad"]:
            flag = keyword(made, "requires_grad")
            if flag is not None:
                return [bench.replace(flag.value, "True")]
            return [bench.add_argument(made, "requires_grad=True")]
    start, end = bench.text.inner(made)
    if isinstance(made, (cst.Call, cst.Name, cst.Attribute, cst.Subscript)):
        return [Change(end, end, ".requires_grad_()")]
    left, right = ("", "") if made.lpar else ("(", ")")
    after = bench.text.span(made)[1]
    return [Change(start, start, left), Change(after, after, f"{right}.requires_grad_()")]


@fixes("GL301")
def missing(bench: Bench) -> Patch | None:
    about = bench.draft.about
    if isinstance(about, OptimizerParam):
        changes = require(bench, about.array.node.place.node)
        return bench.patch("Let it require a gradient", "safe", changes) if changes is not None else None
    if not isinstance(about, Sink):
        return None
    behind = _made_behind(about)
    read = {each.array.node for each in bench.program.flow.grad_reads}
    wanted = [node for node in behind if node in read]
    sure: Applicability = "unsafe" if wanted else "display"
    chosen = wanted or behind[:1]
    made = [change for node in chosen for change in require(bench, node.place.node) or []]
    return bench.patch("Let it require a gradient", sure, made) if made else None


def _made_behind(sink: Sink) -> list[Node]:
    """The tensors that were made from nothing and from which the target was computed."""
    known = table("torch").sets["accepts_requires_grad"]
    seen: set[Node] = set()
    stack = list(sink.targets)
    while stack:
        node = stack.pop()
        if node not in seen:
            seen.add(node)
            stack.extend(edge.node for edge in node.edges)
    return sorted(
        (node for node in seen if not node.edges and node.op.removeprefix("torch.") in known),
        key=lambda node: node.id,
    )


# -- integers -----------------------------------------------------------------------------

_FLOATS: dict[Framework, str] = {
    "torch": "torch.float32",
    "tensorflow": "tf.float32",
    "jax": "jax.numpy.float32",
}


_MAKING = frozenset("tensor arange full zeros ones Variable constant array asarray as_tensor empty".split())


def floated(
    bench: Bench, node: cst.BaseExpression, framework: Framework, depth: int = 0
) -> list[Change] | None:
    """The expression with floating-point numbers in place of integers; None where that is not clear."""
    if isinstance(node, cst.Integer):
        return [bench.replace(node, f"{bench.code(node)}.0")] if node.value.isdecimal() else None
    if isinstance(node, cst.Dict):
        parts = [each.value for each in node.elements if isinstance(each, cst.DictElement)]
        made = [floated(bench, each, framework, depth + 1) for each in parts]
        return [change for each in made for change in each or []] or None
    if isinstance(node, cst.Name) and depth < 3:
        found = _binding(bench, node)
        return floated(bench, found, framework, depth + 1) if found is not None else None
    if not isinstance(node, cst.Call):
        return None
    kind = bench.name(_FLOATS[framework])
    short = (bench.called(node.func) or "").rpartition(".")[2]
    if kind is None or short == "Parameter":
        inside = positional(node, 0)
        end = bench.text.span(inside)[1] if inside is not None else 0
        return [Change(end, end, ".float()")] if isinstance(inside, (cst.Call, cst.Name)) else None
    dtype = keyword(node, "dtype")
    if dtype is not None:
        return [bench.replace(dtype.value, kind)]
    if short in _MAKING and bench.called(node.func).split(".")[0] in ("torch", "tf", "jax"):
        if (
            len(node.args) == 1
            and isinstance(node.args[0].value, cst.Integer)
            and short in ("Variable", "constant")
        ):
            return floated(bench, node.args[0].value, framework)
        return [bench.add_argument(node, f"dtype={kind}")]
    return None


def _binding(bench: Bench, name: cst.Name) -> cst.BaseExpression | None:
    """What a name was bound to before it was used here."""
    found: cst.BaseExpression | None = None
    end = bench.text.span(name)[0]
    for node in walk(bench.text.function(name)):
        if isinstance(node, cst.Assign) and bench.text.span(node)[1] <= end:
            if any(target.target.deep_equals(name) for target in node.targets):
                found = node.value
    return found


@fixes("GL302")
def integer(bench: Bench) -> Patch | None:
    about, node = bench.draft.about, bench.node
    if not isinstance(about, IntegerSource) or not isinstance(node, cst.Call):
        return None
    framework = bench.draft.framework
    if about.how in ("argument", "watch"):
        for arg in node.args:
            made = floated(bench, arg.value, framework)
            if made:
                return bench.patch("Make it a floating-point number", "unsafe", made)
        return None
    made = floated(bench, node, framework)
    return bench.patch("Make it a floating-point number", "safe", made) if made else None


@fixes("GL303")
def typo(bench: Bench) -> Patch | None:
    if not isinstance(bench.draft.about, FlagSet):
        return None
    wrong = bench.draft.about.attribute
    for node in walk(bench.node):
        if isinstance(node, cst.Attribute) and node.attr.value == wrong:
            return bench.patch("Write requires_grad", "safe", [bench.replace(node.attr, "requires_grad")])
    return None


# -- too late -----------------------------------------------------------------------------


@fixes("GL304")
def late(bench: Bench) -> Patch | None:
    about = bench.draft.about
    line = bench.text.alone(bench.node)
    if line is None:
        return None
    if isinstance(about, TapeUse):
        assert about.tape.place is not None
        return _into_tape(bench, line, about.tape.place.node)
    if not isinstance(about, Break):
        return None
    if about.sink.recorder.kind == "tape" and about.sink.recorder.place is not None:
        return _into_tape(bench, line, about.sink.recorder.place.node)
    used = [
        each.cut.place.node
        for each in bench.program.losses.breaks
        if each.reason == "late" and each.source is about.source
    ]
    block = bench.text.block(line)
    uses = [found for node in used if (found := moves.level(bench, node, block)) is not None]
    if not uses:
        return None
    first = min(uses, key=lambda each: bench.text.span(each)[0])
    return bench.patch("Say it before the first use", "safe", moves.above(bench, [line], first))


def _into_tape(bench: Bench, line: cst.SimpleStatementLine, tape: cst.CSTNode) -> Patch | None:
    block = moves.with_block(bench, tape)
    first = moves.first_of(block) if block is not None else None
    if first is None:
        return None
    return bench.patch("Watch it first thing in the tape", "safe", moves.above(bench, [line], first))


# -- tapes --------------------------------------------------------------------------------


@fixes("GL307")
def unwatched(bench: Bench) -> Patch | None:
    bad = bench.draft.about
    if not isinstance(bad, BadSource) or bad.tape.place is None:
        return None
    tape = bad.tape.place.node
    flag = keyword(tape, "watch_accessed_variables") if isinstance(tape, cst.Call) else None
    if bad.reason == "autowatch" and not bad.name and flag is not None and isinstance(tape, cst.Call):
        # A tape does not take the variables of Keras into its watch().
        return bench.patch("Let the tape watch variables", "safe", [bench.drop_argument(tape, flag)])
    block, name = moves.with_block(bench, tape), moves.name_of_tape(bench, tape)
    source = _source(bench, bad)
    first = moves.first_of(block) if block is not None else None
    if block is None or name is None or source is None or first is None:
        return None
    changes: list[Change | None] = []
    watched = any(
        (found := method(node)) is not None and found[1] == "watch" and bench.code(found[0]) == name
        for node in walk(block)
    )
    if bad.reason in ("ndarray", "number"):
        convert = bench.name("tf.convert_to_tensor")
        changes.append(bench.before(block, f"{source} = {convert}({source})"))
    if not watched or bad.reason not in ("ndarray", "number"):
        made = _made_inside(bench, block, source)
        line = f"{name}.watch({source})"
        changes.append(bench.before(first, line) if made is None else bench.after(made, line))
    safe = bad.reason in ("unwatched", "nontrainable", "autowatch") and bool(bad.name)
    return bench.patch(f"Watch {source}", "safe" if safe else "unsafe", changes)


def _source(bench: Bench, bad: BadSource) -> str | None:
    """The source as the program writes it."""
    call = next((each for each in walk(bad.place.node) if isinstance(each, cst.Call)), None)
    found = method(call) if call is not None else None
    if call is None or found is None:
        return bad.name or None
    given = positional(call, 0 if found[1] == "watch" else 1)
    if isinstance(given, (cst.List, cst.Tuple)) and len(given.elements) == 1:
        given = given.elements[0].value
    if isinstance(given, (cst.Name, cst.Attribute, cst.Subscript)):
        return bench.code(given)
    return bad.name or None


def _made_inside(bench: Bench, block: cst.With, source: str) -> cst.CSTNode | None:
    """The statement of the block that binds the source, if it is bound there."""
    for node in walk(block.body):
        if isinstance(node, cst.AssignTarget) and bench.code(node.target) == source:
            return bench.text.alone(node)
    return None
