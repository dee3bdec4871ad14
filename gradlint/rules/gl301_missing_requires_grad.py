"""GL301: backward() on something that depends on no leaf; an optimizer over plain tensors."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.facts import OptimizerParam, Sink
from gradlint.analysis.domain.faults import Fault
from gradlint.analysis.domain.graph import GRADIENT, Node
from gradlint.analysis.domain.state import DATA
from gradlint.core.model import Applicability, Severity
from gradlint.knowledge.names.operations import Op
from gradlint.knowledge.tables import table
from gradlint.rules.shared.bench import Bench, keyword
from gradlint.rules.shared.draft import Draft, DraftLabel, Program
from gradlint.rules.shared.leaves import called
from gradlint.rules.shared.patch import Change, Patch


def detect(program: Program) -> Iterator[Draft]:
    explained = {
        each.related.node
        for each in program.flow.misuses
        if isinstance(each, Fault)
        and each.kind in ("frozen-adapter", "adapter-off")
        and each.related is not None
    }
    for sink in program.flow.sinks:
        array = sink.array
        if sink.place.node in explained:
            continue
        if sink.kind not in ("backward", "step") or array is None or array.lang != "torch":
            continue
        traces = program.lost.trace_of(sink)
        if array.tracked or array.maybe or any(each.live or each.lost_paths for each in traces):
            continue
        if any(node.op == GRADIENT for each in traces for node in each.flows):
            continue  # a gradient without a graph of its own is what is wrong
        if array.node.edges and all(_is_read(node) for node in _values_behind(array.node)):
            continue  # whatever that reads may be what is trained
        if _comes_from_a_stranger(array.node):
            continue
        yield Draft(
            sink.place.node,
            "element 0 of tensors does not require grad and does not have a grad_fn: nothing that the "
            "loss is computed from requires grad",
            "create the tensor that you want to train with requires_grad=True",
            "torch",
            Severity.ERROR,
            (),
            "gradient requested here, but no input requires grad",
            about=sink,
        )
    for plain in program.flow.plain_inputs:
        name = called(plain.array.name)
        yield Draft(
            plain.place.node,
            f"{name} is a plain tensor: raises RuntimeError: One of the differentiated Tensors does not require grad",
            f"call .requires_grad_() on {name if plain.array.name else 'the tensor'} before it is used",
            "torch",
            Severity.ERROR,
            (DraftLabel("note", "made without requires_grad", plain.array.node.place.node),),
            "gradient requested here, but no input requires grad",
            about=plain,
        )
    flagged = {flag.array.node for flag in program.flow.flags if flag.value is not False}
    flagged |= program.flow.grads_by_hand  # what an optimizer steps by is there all the same
    flagged |= {typo.array.node for typo in program.flow.typos}  # the misspelt flag is what there is to say
    yield from _unasked(program, flagged)
    for given in program.flow.optimizer_params:
        array = given.array
        if array.lang == "torch" and not array.tracked and not array.maybe and not array.parameter:
            if array.node not in flagged and not _comes_from_a_stranger(array.node):
                yield Draft(
                    given.place.node,
                    f"the optimizer is given {called(given.name)}, which does not require grad and never changes",
                    "create the tensor with requires_grad=True, or wrap it in nn.Parameter",
                    "torch",
                    Severity.WARNING,
                    (DraftLabel("note", "made without requires_grad", array.node.place.node),),
                    "held by the optimizer, but does not require grad",
                    about=given,
                )


def _unasked(program: Program, flagged: set[Node]) -> Iterator[Draft]:
    """`.grad` of a tensor that a loss is made of, and that never asked for one."""
    tested = {read.array.node for read in program.flow.grad_reads if read.checked}
    plain = [
        read
        for read in program.flow.grad_reads
        if read.certain
        and read.array.node not in tested
        and not (read.array.tracked or read.array.maybe or read.array.parameter)
        and read.array.node not in flagged
        and all(_is_made(each) or each.op == Op.FROM_NUMPY for each in _values_behind(read.array.node))
    ]
    used = _used_by_losses(program) if plain else set()
    for read in plain:
        if read.array.node in used:
            yield Draft(
                read.place.node,
                f"`.grad` of {called(read.name)} is None: it does not require grad, so backward() gives it no gradient",
                "call .requires_grad_() on it before the loss is computed",
                "torch",
                Severity.WARNING,
                (DraftLabel("note", "made without requires_grad", read.array.node.place.node),),
                "read here, but it does not require grad",
                about=read,
            )


def _used_by_losses(program: Program) -> set[Node]:
    """Everything that a loss is computed from whose backward() works."""
    works = [each for each in program.flow.sinks if each.array is not None and each.array.tracked]
    stack = [each for sink in works if sink.kind == "backward" for each in sink.targets]
    seen = set(stack)
    while stack:
        behind = [edge.node for edge in stack.pop().edges if edge.node not in seen]
        stack.extend(behind)
        seen.update(behind)
    return seen


def _is_read(node: Node) -> bool:
    """Something that came from outside the program, and not from a loader of data."""
    return node.op == DATA


def _values_behind(node: Node) -> Iterator[Node]:
    """The first values that a result was computed from, but for what it is compared with."""
    stack, seen = [node], {node}
    while stack:
        here = stack.pop()
        behind = [edge.node for edge in here.edges if edge.role == "value"]
        if not behind:
            yield here
        stack.extend(each for each in behind if each not in seen)
        seen.update(behind)


def _comes_from_a_stranger(node: Node) -> bool:
    """Something read from a file was called, or is a tensor itself: what is saved keeps its parameters and flags."""
    stack, seen = [node], {node}
    while stack:
        here = stack.pop()
        if here.op in STRANGERS or (here.op == DATA and _is_loaded(here.place.node)):
            return True
        if here.cut is None and here.op != Op.FROM_NUMPY and not _is_made(here):
            behind = [edge.node for edge in here.edges if edge.role == "value" and edge.node not in seen]
            stack.extend(behind)
            seen.update(behind)
    return False


def _is_made(node: Node) -> bool:
    """A new tensor, by a function that could have been told to require grad."""
    return node.op.removeprefix("torch.") in table("torch").sets["accepts_requires_grad"]


def _is_loaded(node: cst.CSTNode) -> bool:
    func = node.func if isinstance(node, cst.Call) else None
    name = func.attr if isinstance(func, cst.Attribute) else func
    return isinstance(name, cst.Name) and name.value == "load"


STRANGERS = frozenset({"call", "load"})
"""What it is to call an unknown object, and to load one."""


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


def fix(bench: Bench) -> Patch | None:
    about = bench.draft.about
    if isinstance(about, OptimizerParam):
        return _optimised(bench, about)
    if not isinstance(about, Sink):
        return None
    behind = _made_behind(about)
    read = {each.array.node for each in bench.program.flow.grad_reads}
    wanted = [node for node in behind if node in read]
    sure: Applicability = "unsafe" if wanted else "display"
    chosen = wanted or behind[:1]
    made = [change for node in chosen for change in require(bench, node.place.node) or []]
    return bench.patch("Set requires_grad=True", sure, made) if made else None


def _optimised(bench: Bench, param: OptimizerParam) -> Patch | None:
    """What an optimizer is given asks for a gradient from the start."""
    made = param.array.node.place
    if param.array.dtype in ("int", "bool"):
        return None
    changes = require(bench, made.node)
    if changes is None:
        return None
    # A leaf that is written to, or that another function makes for others as well, may not stand it.
    rewritten = any(each.target.node is param.array.node for each in bench.program.flow.writes)
    here = bench.text.function(made.node) is bench.text.function(bench.node)
    return bench.patch("Set requires_grad=True", "safe" if here and not rewritten else "unsafe", changes)


def _made_behind(sink: Sink) -> list[Node]:
    """The tensors that were made from nothing and from which the target was computed."""
    known = table("torch").sets["accepts_requires_grad"]
    seen: set[Node] = set()
    stack = list(sink.targets)
    while stack:
        node = stack.pop()
        if node not in seen:
            seen.add(node)
            more = (edge.node for edge in node.edges if edge.role != "index")
            stack.extend(more if node.source is None else ())  # a leaf begins anew
    return sorted(
        (node for node in seen if not node.edges and node.op.removeprefix("torch.") in known),
        key=lambda node: node.id,
    )
