"""A small run of the statements of one function, for the memory that finite differences perturb.

Two names may show the same memory, hold equal copies, or share only what is inside. What a function
was called with is remembered as it was at that moment, so that two evaluations can be compared.
"""

from __future__ import annotations

from collections.abc import Sequence as Seq

import libcst as cst

from gradlint.analysis.domain.values import Lib, Scope
from gradlint.analysis.handwritten.held_values import held
from gradlint.analysis.handwritten.perturbed_memory import SHALLOW, ZEROS, Made, Memory
from gradlint.analysis.handwritten.step_sizes import (
    further_by,
    is_step,
    same_step,
    short_name,
    steps_in,
    unwrapped,
    way_to,
)
from gradlint.analysis.project.syntax import captured, elements, names_in, number, text, walk, whole_capture
from gradlint.core.records import dataclass
from gradlint.knowledge.names.operations import COPYING, SHARES_MEMORY


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A call, with the content of its arguments at that moment."""

    callee: str
    key: tuple[object, ...]
    names: tuple[str, ...]
    steps: frozenset[str]
    """What its arguments have been moved by."""
    moved: bool
    written: bool
    precision: int | None


@dataclass(frozen=True, slots=True)
class Difference:
    """`(f(a) - f(b)) / h`"""

    node: cst.BinaryOperation
    high: Evaluation
    low: Evaluation
    steps: frozenset[str]
    shared: cst.CSTNode | None
    """Where one of the arguments was made to show the memory of another."""


@dataclass(frozen=True, slots=True)
class Unrestored:
    """An element moved in a loop and never moved back."""

    node: cst.CSTNode
    name: str


class Run(Memory):
    def __init__(self, precisions: dict[str, int | None], scope: Scope | None = None) -> None:
        super().__init__(precisions)
        self.scope = scope
        self.made: dict[str, Made] = {}
        self.evaluations: dict[str, Evaluation] = {}
        self.pairs: dict[str, tuple[Evaluation, Evaluation]] = {}
        self.differences: list[Difference] = []
        self.unrestored: list[Unrestored] = []

    # -- statements ----------------------------------------------------------------------

    def block(self, body: cst.BaseSuite | Seq[cst.BaseStatement]) -> None:
        for statement in body.body if isinstance(body, cst.BaseSuite) else body:
            if isinstance(statement, cst.SimpleStatementLine):
                for small in statement.body:
                    self.small(small)
            elif isinstance(statement, cst.BaseSmallStatement):
                self.small(statement)
            elif isinstance(statement, (cst.For, cst.While)):
                self.loop(statement)
            elif isinstance(statement, cst.If):
                self.branch(statement)
            elif isinstance(statement, (cst.With, cst.Try)):
                self.block(statement.body)
            elif isinstance(statement, cst.Match):
                self._match(statement)

    def loop(self, statement: cst.For | cst.While) -> None:
        if isinstance(statement, cst.For):
            self._iterate(statement)
        outside = set(self.things.values())
        before = len(self.stores)
        began = len(self.differences)
        self.block(statement.body)
        evaluated = {
            name for each in self.differences[began:] for name in (*each.high.names, *each.low.names)
        }
        for node, thing, path, name in self.stores[before:]:
            away = thing.offsets.get(path)
            lost = thing in outside and away is not None and any(away.values()) and name in evaluated
            if lost and not _is_overwritten(node, name, statement):
                self.unrestored.append(Unrestored(node, name))
                break
        for _, thing, path, _ in self.stores[before:]:
            thing.offsets.pop(path, None)

    def _iterate(self, statement: cst.For) -> None:
        """`for name in params`, `for name, value in params.items()`: params is a container of arrays."""
        behind: cst.BaseExpression = statement.iter
        if isinstance(behind, cst.Call) and isinstance(behind.func, cst.Attribute):
            behind = behind.func.value
        if isinstance(behind, cst.Name):
            self.containers.add(behind.value)
        for name in names_in(statement.target):
            self.things[name] = self.new()
            self.captured.pop(name, None)

    def branch(self, statement: cst.If) -> None:
        before, self.unsure = self.unsure, True
        self.block(statement.body)
        orelse = statement.orelse
        if isinstance(orelse, cst.If):
            self.branch(orelse)
        elif orelse is not None:
            self.block(orelse.body)
        self.unsure = before

    def _match(self, statement: cst.Match) -> None:
        self._divide(statement.subject)
        whole = whole_capture(statement)
        if whole is not None:
            self.bind(whole, statement.subject, statement)
        before, self.unsure = self.unsure, self.unsure or len(statement.cases) > 1
        for case in statement.cases:
            for name in captured(case.pattern) if whole is None else ():
                self._forget(name)
            self.block(case.body)
        self.unsure = before

    def _divide(self, node: cst.CSTNode) -> None:
        for each in walk(node, into_functions=False):
            if isinstance(each, cst.BinaryOperation) and isinstance(each.operator, cst.Divide):
                self.quotient(each)

    def small(self, node: cst.BaseSmallStatement) -> None:
        self._divide(node)
        if isinstance(node, cst.Assign):
            self._assign(node)
        elif isinstance(node, cst.AnnAssign) and node.value is not None:
            self.bind(node.target, node.value, node)
        elif isinstance(node, cst.AugAssign):
            self._augment(node)
        elif isinstance(node, cst.Expr) and isinstance(node.value, cst.Call):
            self._effect(node.value)

    def _assign(self, node: cst.Assign) -> None:
        first = node.targets[0].target
        self.bind(first, node.value, node)
        for target in node.targets[1:]:
            self.bind(target.target, first if isinstance(first, cst.Name) else node.value, node)

    def bind(self, target: cst.BaseExpression, value: cst.BaseExpression, statement: cst.CSTNode) -> None:
        value = held(value, self.scope)
        if isinstance(target, cst.Name):
            self._bind_name(target.value, value, statement)
        elif isinstance(target, cst.Tuple):
            parts = elements(value)
            for position, element in enumerate(target.elements):
                if parts is not None and len(parts) == len(target.elements):
                    self.bind(element.value, parts[position], statement)
                else:
                    for name in names_in(element.value):
                        self._forget(name)
        elif isinstance(target, cst.Subscript):
            self._store(target, value, statement)

    def _forget(self, name: str) -> None:
        self.evaluations.pop(name, None)
        self.pairs.pop(name, None)
        self.captured.pop(name, None)
        self.things[name] = self.new()

    def _bind_name(self, name: str, value: cst.BaseExpression, statement: cst.CSTNode) -> None:
        bare = isinstance(value, cst.BinaryOperation) and isinstance(value.operator, cst.Subtract)
        pair = self.difference(value) if bare else None
        evaluation = self.evaluation(value)
        captured = self.element(value)
        how, thing = self.meaning(value)
        self._forget(name)
        self.things[name] = thing
        self.made[name] = Made(how, statement)
        if captured is not None:
            self.captured[name] = captured
        elif evaluation is not None:
            self.evaluations[name] = evaluation
        elif pair is not None:
            self.pairs[name] = pair

    def _effect(self, node: cst.Call) -> None:
        """A call for its effect changes what it is called on, or given as the place for the result."""
        receiver = node.func.value if isinstance(node.func, cst.Attribute) else None
        if isinstance(receiver, cst.Name) and receiver.value in self.things:
            self.changed(self.things[receiver.value], "", None)

    # -- memory --------------------------------------------------------------------------

    # -- writes --------------------------------------------------------------------------

    def _augment(self, node: cst.AugAssign) -> None:
        target = node.target
        if not isinstance(target, cst.Subscript):
            for name in names_in(target):
                self._forget(name)
            return
        owner, path, depth = way_to(target)
        if owner is None:
            return
        sign = {"AddAssign": 1.0, "SubtractAssign": -1.0}.get(type(node.operator).__name__)
        thing = self.thing(owner)
        away = thing.offsets.get(path, {})
        moved = further_by(away, node.value, sign) if away is not None and sign is not None else None
        self.record(node, thing, owner, path, depth, moved, node.value)

    def _store(self, target: cst.Subscript, value: cst.BaseExpression, statement: cst.CSTNode) -> None:
        name, path, depth = way_to(target)
        if name is None:
            return
        thing = self.thing(name)
        self.record(statement, thing, name, path, depth, self.landing(thing, path, value), value)

    # -- evaluations ---------------------------------------------------------------------

    def evaluation(self, value: cst.BaseExpression) -> Evaluation | None:
        value = unwrapped(value)
        if isinstance(value, cst.Name):
            return self.evaluations.get(value.value)
        if not isinstance(value, cst.Call) or not value.args:
            return None
        callee = text(value.func)
        if short_name(value.func) in (*COPYING, *SHARES_MEMORY, *ZEROS, *SHALLOW):
            return None
        key: list[object] = [self._content(value.func)]
        names: list[str] = []
        steps: set[str] = set()
        moved = written = False
        precisions: set[int | None] = set()
        for arg in value.args:
            key.append(self._content(arg.value))
            for name in sorted(names_in(arg.value)):
                thing = self.things.get(name)
                names.append(name)
                steps |= {name} if not isinstance(arg.value, cst.Name) else set()
                if thing is not None:
                    steps |= thing.by
                    moved = moved or thing.moved
                    written = written or thing.written or thing.inside.written
                    precisions.add(64 if self._widens(value.func, arg.value) else thing.precision)
            if not isinstance(arg.value, cst.Name):
                steps |= steps_in(arg.value)
        precision = 64 if 64 in precisions else 32 if 32 in precisions else None
        return Evaluation(callee, tuple(key), tuple(names), frozenset(steps), moved, written, precision)

    def _widens(self, called: cst.BaseExpression, moved: cst.BaseExpression) -> bool:
        """SciPy makes arrays of what it is given, and `3.0 + h` is a double: so is what comes out."""
        root = called
        while isinstance(root, cst.Attribute):
            root = root.value
        found = self.scope.find(root.value) if isinstance(root, cst.Name) and self.scope is not None else None
        library = isinstance(found, Lib) and found.name.startswith("scipy")
        sides = (moved.left, moved.right) if isinstance(moved, cst.BinaryOperation) else ()
        return library and bool(sides) and all(map(self._is_number, sides))

    def _is_number(self, side: cst.BaseExpression) -> bool:
        made = self.made.get(side.value) if isinstance(side, cst.Name) else None
        value = made.statement.value if made and isinstance(made.statement, cst.Assign) else side
        return number(value) is not None

    def _content(self, node: cst.BaseExpression) -> object:
        """What an expression amounts to now: equal for equal content."""
        if isinstance(node, cst.Name):
            thing = self.thing(node.value)
            return (thing.token, thing.inside.token)
        found = []
        for name in sorted(names_in(node)):
            if name in self.things:
                found.append((self.things[name].token, self.things[name].inside.token))
        return (text(node), tuple(found))

    def difference(self, value: cst.BaseExpression) -> tuple[Evaluation, Evaluation] | None:
        """The two evaluations of one function that are subtracted somewhere in an expression."""
        for node in walk(value, into_functions=False):
            if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Subtract):
                high, low = self.evaluation(node.left), self.evaluation(node.right)
                if high is not None and low is not None and high.callee == low.callee:
                    return high, low
            if isinstance(node, cst.Name) and node.value in self.pairs:
                return self.pairs[node.value]
        return None

    def quotient(self, node: cst.BinaryOperation) -> None:
        pair = self.difference(node.left) if is_step(node.right) else None
        if pair is None:
            return
        high, low = pair
        steps = steps_in(node.right)
        if not same_step(steps, high.steps | low.steps):
            return
        self.differences.append(Difference(node, high, low, steps, self._sharing(high, low)))

    def _sharing(self, high: Evaluation, low: Evaluation) -> cst.CSTNode | None:
        for name in (*high.names, *low.names):
            made = self.made.get(name)
            if made is not None and made.how in ("alias", "shallow"):
                return made.statement
        return None


def _is_overwritten(store: cst.CSTNode, name: str, loop: cst.For | cst.While) -> bool:
    """`x[j] = step` for one j all through a loop: the next pass replaces what this one has put there."""
    if not isinstance(store, cst.Assign) or name in names_in(store.value):
        return False
    place = store.targets[0].target
    if not isinstance(place, cst.Subscript):
        return False
    index = frozenset[str]().union(*(names_in(part) for part in place.slice))
    changed = names_in(loop.target) if isinstance(loop, cst.For) else frozenset[str]()
    for node in walk(loop.body, into_functions=False):
        if isinstance(node, (cst.AssignTarget, cst.AugAssign, cst.For)):
            if not isinstance(node.target, (cst.Subscript, cst.Attribute)):
                changed |= names_in(node.target)
    return not index & changed
