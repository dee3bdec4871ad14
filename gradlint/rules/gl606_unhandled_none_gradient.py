"""GL606: Arithmetic on what a tape gives in place of a gradient, or zeros that hide a break."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.misuses import Misuse, NoneInArithmetic, SparseInArithmetic
from gradlint.analysis.lost_gradients.lost import Break
from gradlint.analysis.project.syntax import names_in, walk
from gradlint.core.model import Severity
from gradlint.rules.shared.bench import Bench, calls_in, keyword, method
from gradlint.rules.shared.chain import fix_of_the_cut
from gradlint.rules.shared.draft import Draft, DraftLabel, Program
from gradlint.rules.shared.patch import Change, Patch
from gradlint.rules.shared.wording import Wording, Wordings, worded

_NOT_A_TENSOR: Wordings = {
    NoneInArithmetic: Wording(
        "this gradient is None, because the target does not depend on the source: TypeError: "
        "unsupported operand type(s)",
        "test for None first, or drop the source",
        "not a tensor",
    ),
    SparseInArithmetic: Wording(
        "the gradient of a lookup table is an IndexedSlices: TypeError: unsupported operand type(s)",
        "use tf.convert_to_tensor(g) first",
        "not a tensor",
    ),
}


def detect(program: Program) -> Iterator[Draft]:
    yield from worded(program, _NOT_A_TENSOR)
    zeroed = {place.node for place in program.flow.zeroed_sinks}
    for broken in program.lost.breaks:
        if broken.total and broken.sink.place.node in zeroed:
            yield Draft(
                broken.sink.place.node,
                "unconnected_gradients='zero' hides that the gradient is cut: zero instead of None",
                "remove the option and fix the cut",
                "tensorflow",
                Severity.WARNING,
                (DraftLabel("note", "gradient cut here", broken.cut.place.node),),
                "a broken gradient shows as zero",
                about=broken,
            )


def fix(bench: Bench) -> Patch | None:
    about, node = bench.draft.about, bench.node
    if isinstance(about, Break):
        asking = [each for each in calls_in(node) if keyword(each, "unconnected_gradients")]
        call = asking[0] if asking else None
        flag = keyword(call, "unconnected_gradients") if call is not None else None
        if call is None or flag is None:
            return None
        restored = fix_of_the_cut(bench, about)
        rest = restored.changes if restored is not None else ()
        return bench.patch("Fix the break", "display", [bench.drop_argument(call, flag), *rest])
    if not isinstance(about, Misuse):
        return None
    name = _gradient_name(bench)
    if name is None:
        return None
    if isinstance(about, SparseInArithmetic):
        dense = bench.name("tf.convert_to_tensor")
        written = f"{dense}({name.value})"
        return (
            bench.patch("Make the gradient dense", "safe", [bench.replace(name, written)])
            if dense is not None
            else None
        )
    return _unless_none(bench, name) if isinstance(about, NoneInArithmetic) else None


def _gradient_name(bench: Bench) -> cst.Name | None:
    """The variable in the flagged expression that holds the gradient."""
    bound: set[str] = set()
    for node in walk(bench.text.function(bench.node)):
        if isinstance(node, (cst.For, cst.CompFor)):
            bound |= names_in(node.target)
        elif (
            isinstance(node, cst.Assign)
            and (found := method(node.value)) is not None
            and found[1] == "gradient"
        ):
            for target in node.targets:
                bound |= names_in(target.target)
    candidates = [each for each in walk(bench.node) if isinstance(each, cst.Name) and each.value in bound]
    candidates = [each for each in candidates if not isinstance(bench.text.parent(each), cst.Attribute)]
    return candidates[-1] if candidates else None


def _unless_none(bench: Bench, name: cst.Name) -> Patch | None:
    """A gradient that is not there stays None; in a sum it is left out."""
    for each in bench.text.up(name):
        if isinstance(each, cst.ListComp):
            start = bench.text.span(each.elt)[0]
            guard = Change(start, start, f"None if {name.value} is None else ")
            # What adds the list up would stumble over None instead.
            given = isinstance(bench.text.parent(each), cst.Arg)
            return bench.patch("Let None pass", "unsafe" if given else "safe", [guard])
        if isinstance(each, (cst.GeneratorExp, cst.SetComp)):
            end = bench.text.span(each.for_in)[1]
            return bench.patch(
                "Leave None out", "unsafe", [Change(end, end, f" if {name.value} is not None")]
            )
        if isinstance(each, cst.SimpleStatementLine):
            change = bench.wrap(each, f"if {name.value} is not None:")
            # What a skipped line would have bound may be missed later.
            certain = isinstance(each.body[0], (cst.Expr, cst.AugAssign))
            return bench.patch("Skip None", "safe" if certain else "unsafe", [change])
    return None
