"""The top level of a module by the names it binds: a statement is parsed when one of its names is wanted.

Of another module a file needs a function or two, and what these call in their turn. Python's own parser tells in a
tenth of libcst's time which lines that is. A name stands for all that the module does with it when it is imported:
the model that is made, and the line below that freezes it.
"""

from __future__ import annotations

import ast
import contextlib
from collections.abc import Iterator
from collections.abc import Sequence as Seq
from functools import cached_property

import libcst as cst

from gradlint.analysis.project.parsing import parse
from gradlint.core.records import dataclass
from gradlint.sources.lines import split_lines
from gradlint.sources.triage import names_framework, syntax_of

Statement = cst.BaseStatement | cst.BaseSmallStatement
_Body = Seq[Statement]
_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


class Part:
    """Lines that hold a definition, and what they say once somebody asks."""

    def __init__(self, lines: list[str], first: int) -> None:
        self.first = first
        """The row of the file in which it begins."""
        self.tree: cst.Module | None = None
        """What was parsed, once somebody has asked."""
        self._lines: list[str] | None = lines

    @property
    def body(self) -> _Body:
        if self._lines is not None:
            lines, self._lines = self._lines, None
            # What Python takes and libcst does not defines nothing.
            with contextlib.suppress(cst.ParserSyntaxError, RecursionError):
                self.tree = parse("\n".join(lines) + "\n")
        return self.tree.body if self.tree is not None else ()


@dataclass(frozen=True, slots=True)
class Imported:
    """`from module import name`; without a name, the module itself."""

    module: str
    """As it is written, with the dots of a relative import."""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Act:
    """What a module does to some names when it is imported: a decorator, a call, an item that is set."""

    part: Part
    names: frozenset[str]


class Outline:
    """Another module of the project: its file, and what it defines and does (imports, functions, classes, values)."""

    def __init__(self, text: str, path: str = "") -> None:
        self.path = path
        self.text = text
        self.size = len(text)
        self.parts: dict[str, list[Part]] = {}
        """The parts that bind a name or act on it, in the order of the module."""
        self.values: set[str] = set()
        """Names that are assigned to, and may stand for anything."""
        self.stars: list[str] = []
        """The modules of `from module import *`."""
        self.imports: dict[str, Imported] = {}
        """What names come from elsewhere."""
        self.acts: list[Act] = []
        body = _body(text)
        self.exports = _exported(body)
        """The names in `__all__`, if the module says so."""
        self.registries = {name for statement in body for name in _collected(statement)}
        """Values that others may enter something into: containers, and instances of classes."""
        definitions = _definitions(body)
        self.defined = tuple(definitions)
        """Its functions and classes."""
        lines = split_lines(text)
        rows = [(statements, Part(lines[first - 1 : last], first)) for first, last, statements in _rows(body)]
        self._all = [part for _, part in rows]
        reached: dict[str, frozenset[str]] = {}
        for statements, part in rows:
            for statement in statements:
                self._note(statement, part, definitions, reached)
        self._connect(self._all)

    def _note(
        self,
        statement: ast.stmt,
        part: Part,
        definitions: dict[str, _Definition],
        reached: dict[str, frozenset[str]],
    ) -> None:
        for name in dict.fromkeys(_bound(statement)):
            self.parts.setdefault(name, []).append(part)
        self.values.update(_assigned(statement))
        for inner in _straight(statement):
            if isinstance(inner, ast.ImportFrom):
                self._note_import(inner)
            elif isinstance(inner, ast.Import):
                for alias in inner.names:
                    bound = alias.asname or alias.name.partition(".")[0]
                    self.imports[bound] = Imported(alias.name if alias.asname else bound)
        acted = frozenset(_acted(statement))
        if acted:
            # What the functions of this module that are called here reach themselves belongs to it.
            called = acted & definitions.keys()
            for each in called - reached.keys():
                reached[each] = frozenset(_names(definitions[each]))
            self.acts.append(Act(part, acted.union(*(reached[each] for each in called))))

    def _note_import(self, statement: ast.ImportFrom) -> None:
        module = "." * statement.level + (statement.module or "")
        for alias in statement.names:
            if alias.name == "*":
                self.stars.append(module)
            else:
                self.imports[alias.asname or alias.name] = Imported(module, alias.name)

    # Few modules are asked this: better to read the text once more than to hold its tree or to look in vain.

    def mentioned(self, name: str) -> frozenset[str]:
        """The names that stand in a function or class of this module."""
        return self._mentioned.get(name, frozenset())

    @cached_property
    def _mentioned(self) -> dict[str, frozenset[str]]:
        return {name: frozenset(_names(each)) for name, each in _definitions(_body(self.text)).items()}

    @cached_property
    def names_framework(self) -> bool:
        return names_framework(self.text.encode(errors="replace"), "python")

    @cached_property
    def entering(self) -> frozenset[str]:
        """The functions that enter something into a registry themselves."""
        return frozenset(_entering(_body(self.text), self.registries))

    def _connect(self, order: list[Part]) -> None:
        """A value is what all parts of the module make of it."""
        place = {id(part): position for position, part in enumerate(order)}
        for act in self.acts:
            for name in act.names & self.values:
                known = self.parts[name]
                if act.part not in known:
                    known.append(act.part)
                    known.sort(key=lambda each: place[id(each)])

    def read(self) -> list[Part]:
        """The parts that somebody has asked for, in the order of the module."""
        return [part for part in self._all if part.tree is not None]


def _rows(body: Seq[ast.stmt]) -> Iterator[tuple[int, int, list[ast.stmt]]]:
    """Statements with their first and last line; those that share a line together."""
    held: list[ast.stmt] = []
    first = last = 0
    for statement in body:
        decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
        start = min([statement.lineno, *(each.lineno for each in decorators)])
        if held and start > last:
            yield first, last, held
            held = []
        if not held:
            first = start
        held.append(statement)
        last = statement.end_lineno or start
    if held:
        yield first, last, held


def _straight(statement: ast.stmt) -> Iterator[ast.stmt]:
    """The statement and, of a block, what is in it, but not what functions and classes do later."""
    if is_main(statement):
        return
    yield statement
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return
    for field in ("body", "orelse", "finalbody"):
        for each in getattr(statement, field, ()):
            if isinstance(each, ast.stmt):
                yield from _straight(each)
    for handler in getattr(statement, "handlers", ()):
        for each in handler.body:
            yield from _straight(each)
    for case in getattr(statement, "cases", ()):
        for each in case.body:
            yield from _straight(each)


def is_main(statement: ast.stmt) -> bool:
    """`if __name__ == "__main__":`, which is not so in a module that is imported."""
    test = statement.test if isinstance(statement, ast.If) else None
    return (
        isinstance(test, ast.Compare)
        and isinstance(test.left, ast.Name)
        and test.left.id == "__name__"
        and isinstance(test.ops[0], ast.Eq)
    )


def _bound(statement: ast.stmt) -> Iterator[str]:
    """The names that a statement defines."""
    for inner in _straight(statement):
        if isinstance(inner, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield inner.name
        elif isinstance(inner, ast.Import):
            for alias in inner.names:
                yield alias.asname or alias.name.partition(".")[0]
        elif isinstance(inner, ast.ImportFrom):
            for alias in inner.names:
                yield alias.asname or alias.name
    yield from _assigned(statement)


def _assigned(statement: ast.stmt) -> Iterator[str]:
    for inner in _straight(statement):
        targets: list[ast.expr] = []
        if isinstance(inner, ast.Assign):
            targets = inner.targets
        elif isinstance(inner, (ast.AugAssign, ast.AnnAssign, ast.For, ast.AsyncFor)):
            targets = [inner.target] if getattr(inner, "value", inner) is not None else []
        elif isinstance(inner, (ast.With, ast.AsyncWith)):
            targets = [each.optional_vars for each in inner.items if each.optional_vars is not None]
        for target in targets:
            for each in ast.walk(target):
                if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
                    yield each.id


def _acted(statement: ast.stmt) -> Iterator[str]:
    """The names to which a statement does something without binding them."""
    for inner in _straight(statement):
        if isinstance(inner, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            for decorator in inner.decorator_list:
                yield from _names(decorator)
        elif isinstance(inner, ast.Expr) and isinstance(inner.value, ast.Call):
            yield from _names(inner.value)
        elif isinstance(inner, (ast.Assign, ast.AugAssign)):
            targets = inner.targets if isinstance(inner, ast.Assign) else [inner.target]
            for target in targets:
                if isinstance(target, (ast.Subscript, ast.Attribute)):
                    yield from _names(target.value)


_FILLED = frozenset({"append", "add", "update", "setdefault", "register", "extend", "insert"})


def _collected(statement: ast.stmt) -> Iterator[str]:
    """The names to which a statement gives a container or an instance of a class."""
    value = getattr(statement, "value", None) if isinstance(statement, (ast.Assign, ast.AnnAssign)) else None
    made = value.func if isinstance(value, ast.Call) else None
    last = made.attr if isinstance(made, ast.Attribute) else getattr(made, "id", "")
    if (
        isinstance(value, (ast.Dict, ast.List, ast.Set))
        or last in ("dict", "list", "set")
        or last[:1].isupper()
    ):
        yield from _assigned(statement)


def _entering(body: Seq[ast.stmt], registries: set[str]) -> Iterator[str]:
    for function in (each for each in body if isinstance(each, (ast.FunctionDef, ast.ClassDef))):
        for each in _below(function) if registries else ():
            if not isinstance(each, (ast.Subscript, ast.Attribute)) or not isinstance(each.value, ast.Name):
                continue
            fills = (
                each.attr in _FILLED if isinstance(each, ast.Attribute) else isinstance(each.ctx, ast.Store)
            )
            if fills and each.value.id in registries:
                yield function.name


def _names(expression: ast.AST) -> Iterator[str]:
    return (each.id for each in _below(expression) if isinstance(each, ast.Name))


def _below(node: ast.AST) -> Iterator[ast.AST]:
    """The node and everything below it, in no particular order: `ast.walk` takes more than twice the time."""
    stack: list[object] = [node]
    while stack:
        each = stack.pop()
        if isinstance(each, ast.AST):
            yield each
            for part in vars(each).values():
                if type(part) is list:
                    stack.extend(part)
                elif isinstance(part, ast.AST):
                    stack.append(part)


def _body(text: str) -> Seq[ast.stmt]:
    tree = syntax_of(text)
    return tree.body if tree is not None else ()


def _definitions(body: Seq[ast.stmt]) -> dict[str, _Definition]:
    """The functions and classes of a module by name."""
    return {each.name: each for each in body if isinstance(each, _Definition)}


def _exported(body: Seq[ast.stmt]) -> frozenset[str] | None:
    """The literal strings that `__all__` is given, all of them if it is given several times."""
    found: set[str] = set()
    said = False
    for statement in body:
        targets = (
            statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
        )
        if any(isinstance(each, ast.Name) and each.id == "__all__" for each in targets):
            said = True
            value = getattr(statement, "value", None)
            found.update(
                each.value
                for each in (ast.walk(value) if value is not None else ())
                if isinstance(each, ast.Constant) and isinstance(each.value, str)
            )
    return frozenset(found) if said else None
