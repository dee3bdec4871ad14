"""What leads to the guilty line: its caller in another file, and the transformation of JAX under which it runs."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.domain.facts import Clobber, HostCall
from gradlint.analysis.domain.graph import Place, Recorder
from gradlint.analysis.domain.misuses import Misuse
from gradlint.analysis.lost_gradients.lost import Break
from gradlint.core.records import replace
from gradlint.rules.shared.draft import Draft, DraftLabel, Program

CALLED = "called from here"


def guilty(about: object) -> Place | None:
    """The place of the operation that a fact speaks of."""
    if isinstance(about, Break):
        return about.cut.place
    if isinstance(about, Clobber):
        return about.write.place
    place = getattr(about, "place", None)
    return place if isinstance(place, Place) else None


def with_callers(draft: Draft) -> Draft:
    """The draft with the call that leads into the file in which it stands."""
    place = guilty(draft.about)
    call = _call(place, draft.node) if place is not None and len(set(place.files)) > 1 else None
    if call is None or any(label.node is call for label in draft.labels):
        return draft
    return replace(draft, labels=(*draft.labels, DraftLabel("note", CALLED, call)))


def _call(place: Place, node: cst.CSTNode) -> cst.CSTNode | None:
    """The last call on the way to a node that stands in another file than the node itself."""
    way = (*place.stack, place.node)
    depth = next((number for number, each in enumerate(way) if each is node), len(way) - 1)
    for number in range(depth - 1, -1, -1):
        if place.files[number] is not place.files[depth]:
            found = way[number]
            return found if isinstance(found, cst.Call) else None
    return None


def with_reason(draft: Draft, program: Program) -> Draft:
    """The draft with the line of the transformation, where it speaks of a tracer and that is known."""
    recorder = traced_by(draft, program)
    if recorder is None or recorder.made is None or recorder.torch:
        return draft
    node = recorder.made.node
    if node is draft.node or any(label.node is node for label in draft.labels):
        return draft
    label = DraftLabel("note", f"traced because of this {recorder.by}", node)
    return replace(draft, labels=(*draft.labels, label))


def traced_by(draft: Draft, program: Program) -> Recorder | None:
    """The transformation of JAX under which the line runs that a finding speaks of."""
    about = draft.about if draft.framework == "jax" else None
    if isinstance(about, Break):
        return about.sink.recorder
    if isinstance(about, HostCall):
        traced = sorted(about.array.tracked, key=lambda each: each.since)
        return next((each for each in reversed(traced) if each.made is not None), None)
    if isinstance(about, Misuse):
        return program.flow.traced.get(id(about.place.node))
    return None
