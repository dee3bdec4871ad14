"""`gradlint explain`: follow a file once, and answer questions about its lines and names in the user's own words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

import libcst as cst

from gradlint.analysis.domain.facts import Bound, Sink, Witness
from gradlint.analysis.domain.graph import Node, Place, Recorder, Trace, trace
from gradlint.analysis.lost_gradients.explained import Account, Loss, account, arrivals, fates
from gradlint.analysis.lost_gradients.lost import LostGradients
from gradlint.analysis.program import follow
from gradlint.analysis.project.modules import Project
from gradlint.analysis.project.parsing import parse
from gradlint.core.explanation import Carries, Explanation, ValueStory
from gradlint.core.model import Label, Role, Span
from gradlint.engine.places import Places
from gradlint.engine.reasons import ALONE, NOT_SEEN, PARTIAL, REQUESTS, UNSEEN, reason
from gradlint.rules.shared.draft import describe
from gradlint.sources.excerpt import Lines
from gradlint.sources.unit import Unit

_MOST = 6
"""Of a kind of step no more are told: a model has many weights."""
_SHORT = 50
_ORDER: tuple[Role, ...] = ("enters", "cut", "asked", "note")
_Step = tuple[Role, str, Place | Span]


class Explainer:
    """A file that has been followed, with all that was computed and named in it."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self._lines = Lines(unit)
        self._module = parse(unit.text)
        project = Project(unit.path) if unit.kind == "python" else None
        witness = Witness()
        self._flow = follow(self._module, project, witness=witness)
        self._witness = witness
        self._lost = LostGradients(self._flow)
        self._lost.traces += [
            (sink, trace(target, sink.recorder, sink.moment))
            for sink in witness.requests
            for target in sink.targets
        ]
        self._places = Places(unit, self._module, tuple(project.outlines.values()) if project else ())
        self._places.look_for_nodes(self._named_nodes())

    def _named_nodes(self) -> Iterator[cst.CSTNode]:
        yield from (node.place.node for node in self._witness.made)
        yield from (bound.place.node for bound in self._witness.bound)
        for sink, each in self._lost.traces:
            yield sink.place.node
            yield from (node.place.node for node in each.flows)
        for node in self._witness.made:
            yield from (one.made.node for one in node.active if one.made is not None)

    # -- questions -----------------------------------------------------------------------

    def line(self, row: int, cell: int | None = None, column: int | None = None) -> Explanation:
        """What the values of a line carry; with a column, of those that stand there."""
        stories = [*self._requested(row, cell), *self._bound_at(row, cell), *self._computed_at(row, cell)]
        if column is not None:
            # Of all that stands under the cursor the smallest; a name stands for its whole statement.
            stories = sorted((one for one in stories if _covers(one.span, row, column)), key=_size)[:1]
        where = f"line {row}" if cell is None else f"cell {cell}, line {row}"
        # Of a name and the expressions that make it, those that have the same story are told once.
        values = tuple({(one.carries, one.steps): one for one in reversed(stories)}.values())[::-1]
        return Explanation(self.unit.path, f"what does {where} carry?", values, tuple(self._notes(values)))

    def why(self, name: str) -> Explanation:
        """Why a parameter or variable gets a gradient, or gets none."""
        values = tuple(self._why(name))
        question = f"why does `{name}` get a gradient, or none?"
        return Explanation(self.unit.path, question, values, tuple(self._notes(values)))

    def names(self) -> list[str]:
        """What `why` can be asked about."""
        return list(dict.fromkeys((*(bound.name for bound in self._witness.bound), *self._source_names())))

    def _source_names(self) -> Iterator[str]:
        for node in self._witness.made:
            if node.source is not None and node.source.name:
                yield node.source.name

    def _notes(self, values: Sequence[ValueStory]) -> Iterator[str]:
        if any(step.message.startswith(NOT_SEEN) for story in values for step in story.steps):
            yield UNSEEN
        if any(story.carries == "unknown" for story in values):
            yield ALONE
        if self._flow.partial:
            yield PARTIAL

    # -- values of a line ----------------------------------------------------------------

    def _bound_at(self, row: int, cell: int | None) -> Iterator[ValueStory]:
        found: dict[tuple[str, Span], list[Bound]] = {}
        for bound in self._witness.bound:
            span = self._span(bound.place)
            if span is not None and _begins(span, row, cell):
                found.setdefault((bound.name, span), []).append(bound)
        for (name, span), all_ in found.items():
            accounts = [each for bound in all_ for each in self._account(bound)]
            if accounts:  # a function or a number has no gradient to speak of
                yield self._story(f"`{name}`", span, accounts)

    def _account(self, bound: Bound) -> list[Account]:
        tracked = bound.array.tracked if bound.array is not None else frozenset[Recorder]()
        return [account(edge.node, self._lost, tracked) for edge in bound.behind[:_MOST]]

    def _computed_at(self, row: int, cell: int | None) -> Iterator[ValueStory]:
        found: dict[Span, list[Node]] = {}
        for node in self._witness.made:
            span = self._span(node.place) if node.place.file is None else None
            if (
                span is not None
                and _begins(span, row, cell)
                and isinstance(node.place.node, cst.BaseExpression)
            ):
                found.setdefault(span, []).append(node)
        # The largest first: what a statement is about stands outermost.
        for span, nodes in sorted(found.items(), key=lambda each: (each[0].start, _reversed(each[0]))):
            distinct = {node.id: node for node in nodes}
            yield self._story(
                self._code(span), span, [account(node, self._lost) for node in distinct.values()]
            )

    def _requested(self, row: int, cell: int | None) -> Iterator[ValueStory]:
        found: dict[Span, list[tuple[Sink, Trace]]] = {}
        for sink, each in self._lost.traces:
            span = self._span(sink.place) if sink.place.file is None else None
            if span is not None and _begins(span, row, cell) and sink.kind != "forward":
                found.setdefault(span, []).append((sink, each))
        for span, traces in found.items():
            yield self._request(span, traces)

    def _request(self, span: Span, traces: Iterable[tuple[Sink, Trace]]) -> ValueStory:
        """Who gets a gradient where one is requested, and who does not."""
        arriving: list[Node] = []
        losing: list[Loss] = []
        for sink, each in traces:
            here, lost = arrivals(sink, each)
            arriving += here
            losing += lost
        reached = {id(node.place.node) for node in arriving}
        losses = [loss for loss in losing if loss.source and id(loss.source.place.node) not in reached]
        known = [node for node in arriving if not _is_unknown(node)]
        lost_ones = [
            loss.source for loss in losses if loss.source is not None and not _is_unknown(loss.source)
        ]
        steps = self._entering([*known, *lost_ones])
        steps += self._losing(losses)
        steps += self._labels([("asked", "gradient requested here", span)])
        carries: Carries = "no"
        if known:
            carries = "in part" if lost_ones else "yes"
            summary = f"The gradient reaches {self._named(known)}"
            summary += f", and not {self._named(lost_ones)}" if lost_ones else ""
        elif arriving:
            carries = "unknown"
            summary = "What gets a gradient here comes from code that gradlint does not see"
        elif losses:
            summary = "No gradient gets from here to any parameter"
        else:
            summary = "Nothing that requires a gradient goes into what is differentiated here"
        return ValueStory(self._code(span), span, carries, f"{summary}.", _in_order(steps))

    # -- one value -----------------------------------------------------------------------

    def _story(self, name: str, span: Span, accounts: Sequence[Account]) -> ValueStory:
        known = _ordered(node for each in accounts for node in each.known)
        unknown = _ordered(node for each in accounts for node in each.unknown)
        losses = [loss for each in accounts for loss in each.losses]
        empty = any(not each.entered for each in accounts) and len(accounts) > 1
        carries: Carries = "no"
        if known:
            carries = "in part" if losses or empty else "yes"
            summary = f"{name} carries the gradient of {self._named(known)}"
            if losses:
                summary += ", but not along every path: some of it is lost"
            elif empty:
                summary += ", though not each time this line runs"
        elif unknown and not losses:
            carries = "unknown"
            summary = f"Whether {name} carries a gradient depends on code that gradlint does not see"
        elif losses:
            summary = f"{name} carries no gradient: it is lost before or on this line"
        else:
            summary = f"{name} carries no gradient: nothing that requires one goes into it"
        steps = [*self._entering(known or [loss.source for loss in losses if loss.source is not None])]
        steps += self._losing(losses)
        steps += self._unknowns(
            unknown if not known else [], [node for each in accounts for node in each.unseen]
        )
        steps += self._requests(accounts)
        steps += self._tracing(accounts)
        if not any(each.requests for each in accounts):
            summary += "; no request for a gradient that gradlint sees depends on it"
        return ValueStory(name, span, carries, f"{summary}.", _in_order(steps))

    def _entering(self, sources: Iterable[Node]) -> list[Label]:
        found = _ordered(sources)
        steps: list[_Step] = [
            ("note", f"gradient requested for {self._described(node)}", node.place)
            if node.source is not None and node.source.kind == "data"
            else ("enters", self._described(node), node.place)
            for node in found
            if not _is_unknown(node)
        ]
        return self._labels(steps[:_MOST])

    def _losing(self, losses: Iterable[Loss]) -> list[Label]:
        steps: dict[tuple[int, str], _Step] = {}
        for loss in losses:
            text = reason(loss)
            steps.setdefault((id(loss.cut.place.node), text), ("cut", text, loss.cut.place))
        return self._labels(list(steps.values())[:_MOST])

    def _unknowns(self, sources: Sequence[Node], calls: Iterable[Node]) -> list[Label]:
        steps: list[_Step] = []
        for node in sources[:_MOST]:
            name = f"`{node.source.name}`" if node.source is not None and node.source.name else "this value"
            steps.append(("note", f"{NOT_SEEN}: what {name} is", node.place))
        for node in _ordered(calls)[:_MOST]:
            steps.append(("note", f"{NOT_SEEN}: what happens inside this call", node.place))
        return self._labels(steps)

    def _requests(self, accounts: Sequence[Account]) -> list[Label]:
        steps: dict[tuple[int, str], _Step] = {}
        for each in accounts:
            for request in each.requests:
                text = REQUESTS.get(request.sink.kind, "gradient requested here")
                if not request.passes and (each.entered or request.losses):
                    text += ", which does not come through this value"
                steps.setdefault((id(request.sink.place.node), text), ("asked", text, request.sink.place))
                for loss in request.losses if each.entered else ():
                    why = reason(loss)
                    steps.setdefault((id(loss.cut.place.node), why), ("cut", why, loss.cut.place))
        return self._labels(list(steps.values())[: 2 * _MOST])

    def _tracing(self, accounts: Sequence[Account]) -> list[Label]:
        steps: dict[int, _Step] = {
            id(recorder.made.node): ("note", f"traced because of this {recorder.by}", recorder.made)
            for each in accounts
            for recorder in each.traced
            if recorder.made is not None
        }
        return self._labels(list(steps.values())[:_MOST])

    # -- why -----------------------------------------------------------------------------

    def _why(self, name: str) -> Iterator[ValueStory]:
        sources = self._sources(name)
        for node in sources:
            yield self._why_source(name, node)
        if sources:
            return
        for bound in [one for one in self._witness.bound if _is_called(one.name, name)][:_MOST]:
            span = self._span(bound.place)
            if span is None:
                continue
            story = self._story(f"`{bound.name}`", span, self._account(bound))
            array = bound.array
            if array is not None and not array.tracked and array.lang == "torch" and not array.node.edges:
                why = f"`{bound.name}` is made without requires_grad=True, so it gets no gradient."
                story = ValueStory(story.name, span, "no", why, story.steps)
            yield story

    def _sources(self, name: str) -> list[Node]:
        nodes = (node for node in self._witness.made if node.source is not None and not _is_unknown(node))
        named = [node for node in nodes if node.source is not None and _is_called(node.source.name, name)]
        held = [
            edge.node
            for bound in self._witness.bound
            if _is_called(bound.name, name)
            for edge in bound.behind
            if edge.node.source is not None and not _is_unknown(edge.node)
        ]
        return list({node.place.node: node for node in _ordered((*named, *held))}.values())[:_MOST]

    def _why_source(self, name: str, node: Node) -> ValueStory:
        twins = [
            one for one in self._witness.made if one.source is not None and one.place.node is node.place.node
        ]
        span = self._span(node.place)
        steps = self._entering([node])
        arrives, losses, left_out = False, list[Loss](), False
        for twin in _ordered((node, *twins)):
            for fate in fates(twin, self._lost):
                arrives = arrives or (fate.arrives and fate.sink.kind != "forward")
                left_out = left_out or not (fate.arrives or fate.losses)
                losses.extend(fate.losses)
                requested = REQUESTS.get(fate.sink.kind, "gradient requested here")
                steps += self._labels([("asked", requested, fate.sink.place)])
        steps += self._losing(losses)
        shown = f"`{name}`"
        if arrives:
            summary = f"{shown} gets a gradient"
            if losses:
                summary += ", though not along every path"
            carries: Carries = "in part" if losses else "yes"
        elif losses:
            carries, summary = "no", f"{shown} gets no gradient: it is lost on the way to each request"
        elif left_out:
            carries, summary = "no", f"{shown} gets no gradient: the request names other sources"
        elif any(sink.kind != "forward" for sink, _ in self._lost.traces):
            carries, summary = "no", f"{shown} gets no gradient: no request that gradlint sees depends on it"
        else:
            carries, summary = "unknown", "No gradient is requested in what gradlint sees of this file"
        where = span if span is not None else self.unit.span((1, 0), (1, 1))
        return ValueStory(shown, where, carries, f"{summary}.", _in_order(steps))

    # -- places --------------------------------------------------------------------------

    def _span(self, place: Place) -> Span | None:
        found = self._places.of(place.node)
        return found[1] if found is not None and found[0] == self.unit.path else None

    def _labels(self, steps: Iterable[_Step]) -> list[Label]:
        found: list[Label] = []
        for role, text, place in steps:
            if isinstance(place, Span):
                found.append(Label(role, text, place))
                continue
            where = self._places.of(place.node)
            if where is not None:
                path, span = where
                found.append(Label(role, text, span, path=None if path == self.unit.path else path))
        return found

    def _named(self, sources: Sequence[Node]) -> str:
        names = list(dict.fromkeys(self._described(node) for node in _ordered(sources)))
        more = f" and {len(names) - 3} more" if len(names) > 3 else ""
        return ", ".join(names[:3]) + more

    def _described(self, node: Node) -> str:
        """What a source is, such as the weights of `self.enc`."""
        source = node.source
        if source is not None and source.kind == "module" and (name := self._holders.get(node)):
            return f"the weights of `{name}`"
        if source is not None and source.name:
            return f"`{source.name}`"
        return describe(node).removeprefix("the gradient enters at ")

    @cached_property
    def _holders(self) -> dict[Node, str]:
        """The first name that was given to each layer alone."""
        found: dict[Node, str] = {}
        for bound in self._witness.bound:
            nodes = [edge.node for edge in bound.behind]
            if len(nodes) == 1 and nodes[0].source is not None and nodes[0].source.kind == "module":
                found.setdefault(nodes[0], bound.name)
        return found

    def _code(self, span: Span) -> str:
        line = self._lines.at(span.cell, span.start.row) or ""
        end = span.end.column - 1 if span.end.row == span.start.row else len(line)
        text = " ".join(line[span.start.column - 1 : end].split())
        return f"`{text if len(text) <= _SHORT else text[: _SHORT - 3] + '...'}`"


def _in_order(steps: Iterable[Label]) -> tuple[Label, ...]:
    """The steps as the gradient meets them; of those that say the same of one row, the first."""
    first = {
        (step.role, step.message, step.path, step.span.cell, step.span.start.row): step
        for step in reversed([*steps])
    }
    return tuple(sorted(reversed([*first.values()]), key=lambda step: _ORDER.index(step.role)))


def _is_called(known: str, name: str) -> bool:
    """Whether `self.log_alpha`, `agent.log_alpha` or `log_alpha` may mean the same."""
    return bool(known) and (known == name or (known.rpartition(".")[2] == name.rpartition(".")[2] and (
        "." in known or "." in name
    )))  # fmt: skip


def _is_unknown(node: Node) -> bool:
    return node.source is not None and node.source.kind == "unknown"


def _ordered(nodes: Iterable[Node]) -> list[Node]:
    """Each once, and of those that stand at one place the first."""
    places: dict[tuple[int, str], Node] = {}
    for node in sorted(nodes, key=lambda each: each.id):
        places.setdefault((id(node.place.node), node.source.name if node.source else ""), node)
    return list(places.values())


def _begins(span: Span, row: int, cell: int | None) -> bool:
    return span.start.row == row and (cell is None or span.cell == cell)


def _covers(span: Span, row: int, column: int) -> bool:
    if span.start.row != row or column < span.start.column:
        return False
    return span.end.row > row or column < span.end.column


def _size(story: ValueStory) -> tuple[int, int]:
    span = story.span
    return span.end.row - span.start.row, span.end.column - span.start.column


def _reversed(span: Span) -> tuple[int, int]:
    return -span.end.row, -span.end.column


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
