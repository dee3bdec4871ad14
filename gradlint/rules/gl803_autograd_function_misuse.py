"""GL803: A torch.autograd.Function used against its contract."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import libcst as cst

from gradlint.analysis.domain.facts import Handwritten, Mistake
from gradlint.analysis.domain.graph import Node
from gradlint.analysis.project.syntax import walk
from gradlint.core.model import Applicability, Severity
from gradlint.core.records import replace
from gradlint.rules.shared.bench import Bench, method
from gradlint.rules.shared.draft import Draft, Program, story
from gradlint.rules.shared.evidence import targets
from gradlint.rules.shared.handwritten import Words, certainty, drafts, made
from gradlint.rules.shared.patch import Patch

# -- GL803 --------------------------------------------------------------------------------


def _instance_call(fact: Handwritten) -> Words:
    return (
        f"{fact.name} is instantiated and called: raises RuntimeError "
        "(Legacy autograd function with non-static forward method is deprecated)",
        "called as an instance",
        f"use {fact.name}.apply(...)",
    )


def _instance_made(fact: Handwritten) -> Words:
    return (
        f"{fact.name}(...) creates an instance of the Function, not a tensor: nothing is computed",
        "instantiated",
        f"use {fact.name}.apply(...)",
    )


def _kept(fact: Handwritten) -> Words:
    what, (name,) = fact.detail, fact.names
    return (
        f"the {what} `{name}` is kept as an attribute of ctx: "
        "a later in-place write is not noticed, and the gradient is wrong",
        "autograd does not check this tensor",
        f"use ctx.save_for_backward({name}) and ctx.saved_tensors",
    )


def _unmarked_write(fact: Handwritten) -> Words:
    return (
        f"forward of {fact.name} changes its input `{fact.detail}` in place without mark_dirty: "
        "the gradient of every other use is wrong",
        "changed in place",
        f"call ctx.mark_dirty({fact.detail}) and return the tensor, or work on a clone",
    )


def _first_order(fact: Handwritten) -> Words:
    return (
        f"backward of {fact.name} leaves autograd by .{fact.detail}: "
        "a second derivative through it is silently wrong",
        "not differentiable again",
        "use differentiable operations, or mark backward as @once_differentiable so that a second derivative raises",
    )


def _withheld(fact: Handwritten) -> Words:
    return (
        f"backward of {fact.name} returns None for `{fact.detail}`, which has no other path to the loss: "
        f"`{fact.detail}` is never trained",
        "no gradient for this input",
        f"return the gradient of `{fact.detail}`",
    )


def _misuse_severity(fact: Handwritten) -> Severity:
    return Severity.INFO if fact.kind == "first-order" else certainty(fact)


def detect(program: Program) -> Iterator[Draft]:
    wording: dict[Mistake, Callable[[Handwritten], Words]] = {
        "instance-call": _instance_call,
        "instance-made": _instance_made,
        "kept": _kept,
        "unmarked-write": _unmarked_write,
        "first-order": _first_order,
        "withheld": _withheld,
    }
    for draft in drafts(program, wording, _misuse_severity):
        fact = draft.about
        if not isinstance(fact, Handwritten) or fact.kind != "withheld":
            yield draft
        elif _is_only_way(program, fact):
            weight = _without_another_way(program, fact)
            yield replace(draft, labels=(*draft.labels, *story(weight, None)))


def _is_only_way(program: Program, fact: Handwritten) -> bool:
    return _without_another_way(program, fact) is not None


def _without_another_way(program: Program, fact: Handwritten) -> Node | None:
    """The weight that is withheld, if an optimizer steps it and it goes into nothing but the function."""
    applied = fact.related.node if fact.related is not None else None
    found: Node | None = None
    for _, each in program.lost.traces:
        for node in each.flows:
            weight = (
                node.operands[fact.expected + 1]
                if node.place.node is applied and len(node.operands) > fact.expected + 1
                else None
            )
            if weight is None or weight.source is None:
                continue
            users = {user.place.node for user, _ in each.consumers.get(weight, ())}
            if users != {applied} or weight not in program.flow.stepped:
                return None
            found = weight
    return found


def _applied(bench: Bench, fact: Handwritten) -> Patch | None:
    """`F()(x)` as `F.apply(x)`. What the instance was made with has no place there, so then it is a sketch."""
    call = bench.node
    if not isinstance(call, cst.Call):
        return None
    if isinstance(call.func, cst.Call):
        made, change = call.func, bench.replace(call.func, f"{bench.code(call.func.func)}.apply")
    else:
        found = _instance(bench, call.func)
        if found is None:
            return None
        # apply() belongs to the class; the name may stand for the instance elsewhere, too.
        made, change = found, bench.replace(call.func, f"{bench.code(call.func)}.apply")
    certain = not made.args and _is_static(bench, made.func)
    return bench.patch("Use apply", "safe" if certain else "display", [change])


def _instance(bench: Bench, name: cst.BaseExpression) -> cst.Call | None:
    """The call that made what is called here."""
    for node in walk(bench.text.module):
        if isinstance(node, cst.Assign) and any(each.deep_equals(name) for each in targets(node)):
            return node.value if isinstance(node.value, cst.Call) else None
    return None


def _is_static(bench: Bench, name: cst.BaseExpression) -> bool:
    """The class is here, and its forward and backward are static: apply() turns down any other."""
    own = [
        each
        for each in walk(bench.text.module)
        if isinstance(each, cst.ClassDef) and each.name.value == bench.code(name)
    ]
    methods = [
        each
        for made in own
        for each in walk(made.body)
        if isinstance(each, cst.FunctionDef) and each.name.value in ("forward", "backward")
    ]
    return bool(methods) and all(
        any(bench.code(each.decorator) == "staticmethod" for each in one.decorators) for one in methods
    )


def _saved(bench: Bench, fact: Handwritten) -> Patch | None:
    """`ctx.x = x` through save_for_backward, where nothing else is saved; a copy, as it may be overwritten."""
    statement = bench.node
    target = statement.targets[0].target if isinstance(statement, cst.Assign) else None
    owner = next((each for each in bench.text.up(statement) if isinstance(each, cst.ClassDef)), None)
    if not isinstance(target, cst.Attribute) or not isinstance(statement, cst.Assign) or owner is None:
        return None
    if any((found := method(node)) is not None and found[1] == "save_for_backward" for node in walk(owner)):
        return None
    kept = [
        node
        for node in walk(owner)
        if isinstance(node, cst.Attribute) and node.deep_equals(target) and node is not target
    ]
    ctx = bench.code(target.value)
    changes = [bench.replace(statement, f"{ctx}.save_for_backward({bench.operand(statement.value)}.clone())")]
    changes += [bench.replace(node, f"{ctx}.saved_tensors[0]") for node in kept]
    return bench.patch("Use ctx.save_for_backward", "unsafe", changes)


def _marked(bench: Bench, fact: Handwritten) -> Patch | None:
    line, function = bench.text.alone(bench.node), bench.text.function(bench.node)
    if line is None or not isinstance(function, cst.FunctionDef) or not function.params.params:
        return None
    ctx = function.params.params[0].name.value
    handed_out = any(
        isinstance(each, cst.Return) and each.value is not None and bench.code(each.value) == fact.detail
        for each in walk(function)
    )
    sure: Applicability = "safe" if handed_out else "unsafe"
    return bench.patch("Call ctx.mark_dirty", sure, [bench.after(line, f"{ctx}.mark_dirty({fact.detail})")])


def _differentiable(bench: Bench, fact: Handwritten) -> Patch | None:
    node = bench.node
    call = bench.text.parent(node) if isinstance(node, cst.Attribute) else node
    found = method(call) if call is not None else None
    if isinstance(node, cst.Attribute) and node.attr.value == "data":
        return bench.patch("Stay differentiable", "unsafe", [bench.chop(node, node.value)])
    if found is None or found[1] != "detach" or not isinstance(call, cst.Call):
        return None
    return bench.patch("Stay differentiable", "unsafe", [bench.chop(call, found[0])])


def fix(bench: Bench) -> Patch | None:
    return made(
        bench,
        {
            "instance-call": _applied,
            "instance-made": _applied,
            "kept": _saved,
            "unmarked-write": _marked,
            "first-order": _differentiable,
        },
    )
