"""A small run of the statements of one function, for the memory that finite differences perturb.

Two names may show the same memory, hold equal copies, or share only what is inside. What a function
was called with is remembered as it was at that moment, so that two evaluations can be compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Sequence as Seq
from dataclasses import dataclass, field
from typing import Literal

import libcst as cst

from gradlint.flow.names import dotted
from gradlint.flow.syntax import elements, is_none, names_in, number, text, walk

SHARING = frozenset(
    "detach view view_as reshape ravel asarray asanyarray numpy squeeze transpose swapaxes from_numpy "
    "as_tensor".split()
)
"""Functions and methods that show the same memory."""
COPYING = frozenset(
    "copy clone deepcopy array flatten astype to double float tensor tile repeat empty_like".split()
)
SHALLOW = frozenset({"dict", "list"})
ZEROS = frozenset({"zeros", "zeros_like", "new_zeros"})
WRAPPERS = frozenset({"float", "item", "float32", "float64", "abs"})
"""Around an evaluation they change nothing that matters here."""
TRANSPARENT = frozenset({"flat", "data", "T", "value"})
How = Literal["alias", "shallow", "copy", "new"]


@dataclass(eq=False, slots=True)
class Inside:
    token: int
    written: bool = False


@dataclass(eq=False, slots=True)
class Thing:
    """One piece of memory. Equal tokens mean equal content."""

    token: int
    inside: Inside
    precision: int | None = None
    zeros: bool = False
    written: bool = False
    by: set[str] = field(default_factory=set)
    """What it has been changed by: names and literals of steps."""
    offsets: dict[str, dict[str, float] | None] = field(default_factory=dict)
    """By how much an element is away from where it began; None if that is not known."""

    @property
    def moved(self) -> bool:
        return any(each is None or any(each.values()) for each in self.offsets.values())


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


@dataclass(frozen=True, slots=True)
class Made:
    how: How
    statement: cst.CSTNode


class Run:
    def __init__(self, precisions: dict[str, int | None]) -> None:
        self.precisions = precisions
        self.things: dict[str, Thing] = {}
        self.made: dict[str, Made] = {}
        self.evaluations: dict[str, Evaluation] = {}
        self.pairs: dict[str, tuple[Evaluation, Evaluation]] = {}
        self.captured: dict[str, tuple[Thing, str]] = {}
        self.containers: set[str] = set()
        self.differences: list[Difference] = []
        self.unrestored: list[Unrestored] = []
        self.stores: list[tuple[cst.CSTNode, Thing, str, str]] = []
        self.unsure = False
        self._next = 0

    def fresh(self) -> int:
        self._next += 1
        return self._next

    def thing(self, name: str) -> Thing:
        if name not in self.things:
            self.things[name] = self.new(self.precisions.get(name))
        return self.things[name]

    def new(self, precision: int | None = None, zeros: bool = False) -> Thing:
        return Thing(self.fresh(), Inside(self.fresh()), precision, zeros)

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
            if thing in outside and away is not None and any(away.values()) and name in evaluated:
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

    def small(self, node: cst.BaseSmallStatement) -> None:
        for each in walk(node, into_functions=False):
            if isinstance(each, cst.BinaryOperation) and isinstance(each.operator, cst.Divide):
                self.quotient(each)
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
        captured = self._element(value)
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
            self._changed(self.things[receiver.value], "", None)

    # -- memory --------------------------------------------------------------------------

    def meaning(self, value: cst.BaseExpression) -> tuple[How, Thing]:
        """What an expression stands for: the memory of a name, a copy of it, something new."""
        source = self._shared(value)
        if source is not None:
            return "alias", self.thing(source)
        if isinstance(value, (cst.Dict, cst.List)) and len(value.elements) == 1:
            only = value.elements[0]
            if isinstance(only, (cst.StarredDictElement, cst.StarredElement)) and isinstance(
                only.value, cst.Name
            ):
                return "shallow", self._copied(self.thing(only.value.value), shallow=True)
        if isinstance(value, cst.Call):
            name = _short(value.func)
            behind = self._operand(value)
            thing = self.thing(behind) if behind is not None else None
            precision = named_precision(value) or (thing.precision if thing is not None else None)
            if name in ZEROS:
                return "new", self.new(precision, zeros=True)
            if thing is not None and behind is not None and name in (*COPYING, *SHALLOW):
                shallow = name in SHALLOW or (name == "copy" and behind in self.containers)
                made = self._copied(thing, shallow)
                made.precision = precision
                return "shallow" if shallow else "copy", made
            return "new", self.new(precision)
        found = {self.thing(name).precision for name in names_in(value) if name in self.things}
        return "new", self.new(64 if 64 in found else 32 if 32 in found else None)

    def _copied(self, thing: Thing, shallow: bool) -> Thing:
        inside = thing.inside if shallow else Inside(thing.inside.token)
        offsets = dict(thing.offsets)
        return Thing(thing.token, inside, thing.precision, thing.zeros, thing.written, set(thing.by), offsets)

    def _shared(self, value: cst.BaseExpression) -> str | None:
        """The name whose memory an expression shows."""
        if isinstance(value, cst.Name):
            return value.value if not is_none(value) else None
        if isinstance(value, cst.Attribute) and value.attr.value in TRANSPARENT:
            return self._shared(value.value)
        if isinstance(value, cst.Call) and _short(value.func) in SHARING and named_precision(value) is None:
            if isinstance(value.func, cst.Attribute) and dotted(value.func.value) is None:
                return self._shared(value.func.value)
            return self._operand(value)
        return None

    def _operand(self, node: cst.Call) -> str | None:
        """`x.f(...)` or `np.f(x, ...)`: x."""
        if isinstance(node.func, cst.Attribute):
            behind = self._shared(node.func.value)
            if behind is not None and (behind in self.things or not _looks_like_module(behind)):
                return behind
        return self._shared(node.args[0].value) if node.args else None

    def _element(self, value: cst.BaseExpression) -> tuple[Thing, str] | None:
        """`x[i]`, `x[i].item()`, `float(x[i])`: one element as it is now."""
        value = _unwrapped(value)
        if isinstance(value, cst.Subscript):
            name, path, _ = _path(value)
            if name is not None:
                return self.thing(name), path
        return None

    # -- writes --------------------------------------------------------------------------

    def _augment(self, node: cst.AugAssign) -> None:
        target = node.target
        if not isinstance(target, cst.Subscript):
            for name in names_in(target):
                self._forget(name)
            return
        owner, path, depth = _path(target)
        if owner is None:
            return
        sign = {"AddAssign": 1.0, "SubtractAssign": -1.0}.get(type(node.operator).__name__)
        thing = self.thing(owner)
        away = thing.offsets.get(path, {})
        moved = _plus(away, node.value, sign) if away is not None and sign is not None else None
        self._record(node, thing, owner, path, depth, moved, node.value)

    def _store(self, target: cst.Subscript, value: cst.BaseExpression, statement: cst.CSTNode) -> None:
        name, path, depth = _path(target)
        if name is None:
            return
        thing = self.thing(name)
        self._record(statement, thing, name, path, depth, self._landing(thing, path, value), value)

    def _landing(self, thing: Thing, path: str, value: cst.BaseExpression) -> dict[str, float] | None:
        """How far from its beginning an element is after `x[i] = value`."""
        value = _unwrapped(value)
        if isinstance(value, cst.Name) and self.captured.get(value.value) == (thing, path):
            return {}
        if thing.zeros:
            return {} if number(value) == 0.0 else _plus({}, value, 1.0)
        if isinstance(value, cst.BinaryOperation):
            sign = {"Add": 1.0, "Subtract": -1.0}.get(type(value.operator).__name__)
            old = value.left
            if sign is None:
                return None
            if isinstance(old, cst.Name) and self.captured.get(old.value) == (thing, path):
                return _plus({}, value.right, sign)
            if self._element(old) == (thing, path):
                before = thing.offsets.get(path, {})
                return _plus(before, value.right, sign) if before is not None else None
        return None

    def _record(
        self,
        statement: cst.CSTNode,
        thing: Thing,
        name: str,
        path: str,
        depth: int,
        away: dict[str, float] | None,
        value: cst.BaseExpression,
    ) -> None:
        if depth > 1:
            thing.inside.token = self.fresh()
            thing.inside.written = True
        self._changed(thing, path, None if self.unsure else away, deep=depth > 1)
        thing.by |= steps_in(value)
        self.stores.append((statement, thing, path, name))

    def _changed(self, thing: Thing, path: str, away: dict[str, float] | None, deep: bool = False) -> None:
        if not deep:
            thing.token = self.fresh()
            thing.written = True
        thing.offsets[path] = away

    # -- evaluations ---------------------------------------------------------------------

    def evaluation(self, value: cst.BaseExpression) -> Evaluation | None:
        value = _unwrapped(value)
        if isinstance(value, cst.Name):
            return self.evaluations.get(value.value)
        if not isinstance(value, cst.Call) or not value.args:
            return None
        callee = text(value.func)
        if _short(value.func) in (*COPYING, *SHARING, *ZEROS, *SHALLOW):
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
                    precisions.add(thing.precision)
            if not isinstance(arg.value, cst.Name):
                steps |= steps_in(arg.value)
        precision = 64 if 64 in precisions else 32 if 32 in precisions else None
        return Evaluation(callee, tuple(key), tuple(names), frozenset(steps), moved, written, precision)

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
        pair = self.difference(node.left) if _is_step(node.right) else None
        if pair is None:
            return
        high, low = pair
        steps = steps_in(node.right)
        if not _related(steps, high.steps | low.steps):
            return
        self.differences.append(Difference(node, high, low, steps, self._sharing(high, low)))

    def _sharing(self, high: Evaluation, low: Evaluation) -> cst.CSTNode | None:
        for name in (*high.names, *low.names):
            made = self.made.get(name)
            if made is not None and made.how in ("alias", "shallow"):
                return made.statement
        return None


# -- reading steps ------------------------------------------------------------------------


def steps_in(node: cst.BaseExpression) -> frozenset[str]:
    """The names and small literals of which a step can be made."""
    found = set(names_in(node))
    for each in walk(node, into_functions=False):
        if isinstance(each, cst.Float):
            found.add(f"={float(each.value)!r}")
    return frozenset(found)


def _is_step(node: cst.BaseExpression) -> bool:
    """`h`, `2 * h`, `self.eps`, `2e-6`: what a difference is divided by."""
    node = _unwrapped(node)
    if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Multiply):
        return _is_step(node.left) and _is_step(node.right)
    return isinstance(node, (cst.Name, cst.Attribute)) or number(node) is not None


def _related(one: frozenset[str], two: frozenset[str]) -> bool:
    """Whether two steps are the same: by name, or a literal and its double."""
    if {name for name in one & two if not name.startswith("=")} - {"np", "torch", "jnp", "float", "numpy"}:
        return True
    left = [float(each[1:]) for each in one if each.startswith("=")]
    right = [float(each[1:]) for each in two if each.startswith("=")]
    return any(a and b and abs(a / b - ratio) < 1e-9 for a in left for b in right for ratio in (1.0, 2.0))


def _plus(away: dict[str, float], step: cst.BaseExpression, sign: float) -> dict[str, float] | None:
    factor, name = _term(_unwrapped(step))
    if name is None:
        return None
    return {**away, name: away.get(name, 0.0) + sign * factor}


def _term(node: cst.BaseExpression) -> tuple[float, str | None]:
    """`h`, `2 * h`, `1e-5`: a factor and what it multiplies."""
    literal = number(node)
    if literal is not None:
        return literal, "1"
    if isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.Minus):
        factor, name = _term(node.expression)
        return -factor, name
    if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Multiply):
        for one, two in ((node.left, node.right), (node.right, node.left)):
            literal = number(one)
            if literal is not None:
                factor, name = _term(two)
                return literal * factor, name
    return 1.0, text(node)


def _unwrapped(node: cst.BaseExpression) -> cst.BaseExpression:
    """Without float(...), np.float32(...) and .item() around it."""
    while isinstance(node, cst.Call) and _short(node.func) in WRAPPERS:
        if isinstance(node.func, cst.Attribute) and not node.args:
            node = node.func.value
        elif len(node.args) == 1:
            node = node.args[0].value
        else:
            break
    return node


def _path(node: cst.BaseExpression) -> tuple[str | None, str, int]:
    """`x[i]`, `x.flat[i]`, `x[name][i]`: the name, the way from it as text, how deep it goes."""
    parts: list[str] = []
    depth = 0
    while True:
        if isinstance(node, cst.Subscript):
            parts.append(",".join(text(each) for each in node.slice))
            depth += 1
            node = node.value
        elif isinstance(node, cst.Attribute):
            if node.attr.value not in TRANSPARENT:
                parts.append("." + node.attr.value)
                depth += 1
            node = node.value
        elif (
            isinstance(node, cst.Call)
            and isinstance(node.func, cst.Attribute)
            and _short(node.func) in SHARING
        ):
            node = node.func.value
        else:
            break
    name = node.value if isinstance(node, cst.Name) else None
    return name, "|".join(reversed(parts)), depth


def _short(node: cst.BaseExpression) -> str:
    if isinstance(node, cst.Attribute):
        return node.attr.value
    return node.value if isinstance(node, cst.Name) else ""


def _looks_like_module(name: str) -> bool:
    return name in ("np", "numpy", "torch", "jnp", "copy", "tf", "onp")


def named_precision(node: cst.BaseExpression) -> int | None:
    """The precision that a call asks for by name."""
    for found in _dtype_words(node):
        if found in ("float64", "double", "float", "complex", "complex128", "float_", "longdouble"):
            return 64
        if found in ("float32", "half", "float16", "bfloat16", "single"):
            return 32
    return None


def _dtype_words(node: cst.BaseExpression) -> Iterator[str]:
    if not isinstance(node, cst.Call):
        return
    name = _short(node.func)
    if isinstance(node.func, cst.Attribute) and not node.args and name in ("double", "half", "bfloat16"):
        yield name
    elif isinstance(node.func, cst.Attribute) and not node.args and name == "float":
        yield "float32"
    if name in ("float32", "float64") and node.args:
        yield name
    for arg in node.args:
        if (arg.keyword is not None and arg.keyword.value == "dtype") or name in ("astype", "to", "type"):
            value = arg.value
            if isinstance(value, cst.SimpleString):
                yield str(value.raw_value)
            elif isinstance(value, (cst.Name, cst.Attribute)):
                yield _short(value)
