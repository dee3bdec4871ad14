"""The abstract machine: what statements, expressions and library functions work through.

It knows how to call; `Paths` how to branch, `Making` how to compute, `State` what is remembered. None of them
knows which framework it serves.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

import libcst as cst

from gradlint.analysis.domain.calls_seen import CALLS_KEPT, Called, CallsSeen, Store, Use
from gradlint.analysis.domain.expression_events import Compiled
from gradlint.analysis.domain.graph import Node
from gradlint.analysis.domain.journal import Branches, Journal
from gradlint.analysis.domain.values import (
    Array,
    Class,
    Const,
    Func,
    Lang,
    Method,
    Partial,
    Ref,
    Sequence,
    Shape,
    Transform,
    Value,
)
from gradlint.analysis.interpreter.branches import Branching
from gradlint.analysis.interpreter.events import LISTENERS, Blurred, Computed

if TYPE_CHECKING:
    from gradlint.analysis.interpreter.calls import Arguments

Invoke = Callable[["Machine", Value, "Arguments", cst.CSTNode], Value]


class Several:
    """Things that stand for others which differ from them: of a flag that tells them apart nothing is known."""

    NEVER_UNDONE: ClassVar[dict[str, str]] = {}

    def __init__(self, branches: Branches) -> None:
        self.refs: Journal[int, bool] = Journal(branches, outlives=True)


class Machine(Branching):
    def __init__(self, invoke: Invoke) -> None:
        super().__init__()
        self._invoke = invoke

    def announce(self, event: object) -> None:
        """Tell whoever listens that something has happened."""
        for listener in LISTENERS.get(type(event), ()):
            listener(self, event)

    def compiled(self, made: Node, lang: Lang) -> None:
        self.announce(Compiled(made, lang))

    def computed(self, result: Array, node: cst.CSTNode) -> None:
        self.announce(Computed(result, node))

    def blurred(self, made: Ref, parts: tuple[Value, Value]) -> None:
        if made not in parts:
            self.own(Several).refs[made.id] = True
        self.announce(Blurred(made, parts))

    def invoke(self, func: Value, arguments: Arguments, node: cst.CSTNode) -> Value:
        return self._invoke(self, func, arguments, node)

    def run_around(self, generator: Partial, block: Callable[[Value], None], node: cst.CSTNode) -> None:
        """Run a generator function with this block in the place of its first yield."""
        outer = (self.scope, self.frame, self.stack, self.calls, self.files)
        waiting = len(self.around.blocks)

        def inside(value: Value) -> None:
            inner = (self.scope, self.frame, self.stack, self.calls, self.files)
            self.scope, self.frame, self.stack, self.calls, self.files = outer
            try:
                block(value)
            finally:
                self.scope, self.frame, self.stack, self.calls, self.files = inner

        self.around.blocks.append((len(self.calls), inside))
        self.invoke_plain(generator, node)
        if len(self.around.blocks) > waiting:  # it never came to its yield, or we did not see it
            self.around.blocks.pop()
            block(self.data(node))

    def at_yield(self, value: Value) -> None:
        """A generator hands something out; if a block waits for it, the block runs now."""
        if self.around.blocks and len(self.calls) > self.around.blocks[-1][0]:
            self.around.blocks.pop()[1](value)

    def invoke_plain(self, func: Value, node: cst.CSTNode, *args: Value) -> Value:
        from gradlint.analysis.interpreter.calls import Arguments

        return self.invoke(func, Arguments(tuple(args)), node)

    def invoke_method(self, receiver: Value, name: str, args: tuple[Value, ...], node: cst.CSTNode) -> Value:
        from gradlint.analysis.interpreter.attributes import attribute
        from gradlint.analysis.interpreter.calls import Arguments

        return self.invoke(attribute(self, receiver, name, node), Arguments(args), node)

    @property
    def unasked(self) -> bool:
        """Nobody here asks for a gradient, and nobody in the program makes this call."""
        return self.context.imagined and not self.about.asks

    @property
    def idle(self) -> bool:
        """Nobody here asks for a gradient, and this is no part of a model that others will differentiate."""
        return self.unasked and not self.around.forwards

    def was_followed(self, func: Func) -> bool:
        """Whether a function need not be followed for its own sake any more."""
        inner = func.wrapped or func
        return inner.node in self.work.runs and inner.node not in self.work.in_part

    def leave_out(self, branch: cst.CSTNode | None) -> None:
        """A branch is not taken this time."""
        if branch is None or not self.calls:
            return
        self.flow.followed_in_part.add(self.calls[-1])
        if self.context.imagined and len(self.calls) > 1:
            self.work.in_part.add(self.calls[-1])

    def is_program_function(self, value: Value) -> bool:
        while isinstance(value, (Transform, Partial)):
            value = value.func
        return isinstance(value, (Func, Method))

    def note_use(self, owner: Class | Transform, how: str, arguments: Arguments, node: cst.CSTNode) -> None:
        given = tuple(self.array(value) or value for value in arguments.pos)
        self.own(CallsSeen).uses.append(
            Use(owner, how, given, dict(arguments.kw), arguments.open, self.place(node), self.certain)
        )

    def note_store(self, array: Array, value: Value, node: cst.CSTNode) -> None:
        thing = value if isinstance(value, Const) else self.array(value)
        if isinstance(thing, Const) and not isinstance(thing.value, float):
            return
        if thing is not None and (isinstance(thing, Const) or thing.dtype == "float"):
            self.own(CallsSeen).stores.append(
                Store(node, array, thing, self.calls[-1] if self.calls else None)
            )

    def note_call(self, func: Func, names: dict[str, Value], node: cst.CSTNode) -> Called | None:
        """Remember with what a function of the program was called; None once enough is known of it."""
        kept = self.own(CallsSeen).called_with.setdefault(func.node, [])
        known: dict[str, Array | Const] = {}
        for name, value in names.items():
            thing = value if isinstance(value, Const) else self.array(value)
            if thing is not None:
                known[name] = thing
        if not known or len(kept) >= CALLS_KEPT:
            return None
        made = Called(known, self.place(node))
        kept.append(made)
        return made

    def shapes_of(self, value: Value) -> tuple[Shape | None, ...]:
        """The shapes of the one or several arrays that a function returned."""
        thing = self.load(value)
        items = thing.items or () if isinstance(thing, Sequence) else (value,)
        arrays = [self.array(each) for each in items]
        return tuple(each.shape if each is not None else None for each in arrays)

    def applied(self, transform: Transform) -> None:
        """A transformed function has been called: its own call need not be imagined at the end."""
        self.work.called.add(id(transform.place))
