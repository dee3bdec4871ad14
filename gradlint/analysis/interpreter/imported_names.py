"""Names imported from other modules of the project, looked up when they are used.

A name that comes from the project begins with a dot and is absolute: `.engine.losses.dice`, however the import was
written. What a module does when it is imported happens before everything in its importer, so it is followed outside
of the branch in which one of its names is first used.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from collections.abc import Sequence as Seq
from typing import Any, ClassVar

import libcst as cst

from gradlint.analysis.domain.journal import Branches
from gradlint.analysis.domain.state import Around, Context, Frame, Loops, ModuleContents
from gradlint.analysis.domain.values import Class, Const, Func, Lib, Scope, Unknown, Value
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.project.canonical_names import canonical, may_export
from gradlint.analysis.project.modules import Project, above
from gradlint.analysis.project.outline import Act, Outline, Part, Statement
from gradlint.knowledge.names.operations import Op

ALIEN_ROOTS = frozenset(
    {"torch", "tf", "keras", "jax", "numpy", "builtins", "scipy", "math", "tnp", "tensorflow"}
)
IMPORTED_LIMIT = 40
"""Modules that are looked through for what they enter into a registry."""
ENTRY_LIMIT = 30
"""A registry into which more is entered is not followed: what somebody takes out of it could be anything."""


class OtherModules:
    """The other modules of the project, as far as they have been looked at."""

    NEVER_UNDONE: ClassVar = {
        **dict.fromkeys(("scopes", "names", "packages"), "depends on the text and not on the path"),
        **dict.fromkeys(("classes", "imported"), "what is left to follow, on whatever path it came"),
        "project": "said once, of the whole program",
    }

    def __init__(self, branches: Branches) -> None:
        self.project: Project | None = None
        self.scopes: dict[str, Scope] = {}
        self.packages: dict[Scope, str] = {}
        """The package in which each of these scopes is, from which its relative imports start."""
        self.classes: list[Class] = []
        self.names: dict[str, Value | None] = {}
        self.imported: dict[str, None] = {}
        """The modules of the project that the file itself imports."""


def is_foreign(func: Func) -> bool:
    """Whether a function belongs to another module of the project."""
    return func.scope.module is not None


def plain_call(
    machine: Machine, func: Func, pos: Seq[Value], named: Mapping[str, Value]
) -> tuple[object, ...] | None:
    """A call that no gradient can come from or go to, such as `get_logger(__name__)`, as something to know it by.

    Nothing but literals goes in, and the module knows neither a framework nor another module of the project.
    """
    outline, given = func.scope.module, (*pos, *named.values())
    if outline is None or func.owner is not None or func.scope.parent is not None:
        return None
    if not all(isinstance(each, Const) or _is_name(each) for each in given) or outline.names_framework:
        return None
    if outline.stars or any(_imports_project(machine, each.module) for each in outline.imports.values()):
        return None
    literals = tuple(repr(each.value) if isinstance(each, Const) else "" for each in given)
    return (outline.path, func.name, len(pos), tuple(named), literals)


def _is_name(value: Value) -> bool:
    return isinstance(value, Unknown) and value.node.op == Op.MODULE_NAME


def _imports_project(machine: Machine, module: str) -> bool:
    first = module.partition(".")[0]
    if not first:
        return True  # relative
    return first not in sys.stdlib_module_names and _is_module(machine, f".{first}")


def _top(scope: Scope) -> Scope:
    while scope.parent is not None:
        scope = scope.parent
    return scope


def present_file(machine: Machine) -> str | None:
    """The file whose text is being followed."""
    others = machine.own(OtherModules)
    top = _top(machine.scope)
    other = next((path for path, scope in others.scopes.items() if scope is top), None)
    return other or (others.project.path if others.project is not None else None)


# -- what an import statement binds -------------------------------------------------------


def imported_name(machine: Machine, module: str, name: str = "") -> str:
    """What `from module import name` stands for: a name of the project, or the canonical one of a library."""
    written = f"{module}.{name}" if name and not module.endswith(".") else f"{module}{name}"
    others = machine.own(OtherModules)
    project = others.project
    if project is None or not module:
        return canonical(written)
    level = len(module) - len(module.lstrip("."))
    if level:
        top = _top(machine.scope)
        base = above(others.packages.get(top, project.package), level)
        absolute = ".".join(each for each in (base, written[level:]) if each)
    elif module.partition(".")[0] in ALIEN_ROOTS or module.partition(".")[0] in sys.stdlib_module_names:
        return canonical(written)
    else:
        absolute = written
        if project.locate(module) is None and project.locate(absolute) is None:
            return canonical(written)
    if _top(machine.scope) not in others.packages:
        others.imported.update(dict.fromkeys((absolute.rpartition(".")[0] if name else absolute, absolute)))
    return f".{absolute}"


def star_name(machine: Machine, modules: Seq[str], name: str) -> Value | None:
    """What `from module import *` has brought in under a name."""
    for module in reversed(modules):
        if module.startswith("."):
            found = _exported(machine, module, name)
            if found is not None:
                return found
        elif module.partition(".")[0] in ALIEN_ROOTS and may_export(module, name):
            return Lib(canonical(f"{module}.{name}"))
    return None


def _exported(machine: Machine, module: str, name: str) -> Value | None:
    others = machine.own(OtherModules)
    found = others.project.module(module[1:]) if others.project is not None else None
    if found is None:
        return None
    exports = found[1].exports
    if name.startswith("_") if exports is None else name not in exports:
        return None
    return resolve(machine, f"{module}.{name}")


# -- what a name stands for ---------------------------------------------------------------


def looked_up(machine: Machine, named: Lib) -> Value:
    """What a name of the project stands for, if its module can be read and anybody cares."""
    name = named.name
    # Where nobody asks for a gradient only classes matter; by their names, known before the module is read.
    if machine.idle and not name.rpartition(".")[2][:1].isupper():
        return named
    found = resolve(machine, name)
    if found is not None:
        return found
    plain = name[1:]
    return (
        Lib(plain)
        if plain and plain.partition(".")[0] not in ALIEN_ROOTS and not _is_module(machine, name)
        else named
    )


def _is_module(machine: Machine, name: str) -> bool:
    project = machine.own(OtherModules).project
    return project is not None and project.locate(name[1:]) is not None


def resolve(machine: Machine, name: str) -> Value | None:
    """The value behind a name of the project; None for a module, and for what cannot be read."""
    others = machine.own(OtherModules)
    if others.project is None or not name.startswith("."):
        return None
    module, _, attribute = name.rpartition(".")
    if name in others.names:
        found = others.names[name]
        return found if found is not None else _half_made(machine, module, attribute)
    others.names[name] = None  # while it is looked for, and if it is not found
    scope = _scope_of(machine, module[1:]) if module and attribute else None
    found = None
    if scope is not None:
        found = scope.names.get(attribute)
        if found is None and not _is_module(machine, name):
            found = _made_up(machine, scope, attribute)
    if isinstance(found, Lib) and found.name.startswith(".") and found.name != name:
        found = resolve(machine, found.name) or found
    others.names[name] = found
    return found


def _half_made(machine: Machine, module: str, name: str) -> Value | None:
    """A value that is still being looked for, by somebody who enters something into it meanwhile."""
    others = machine.own(OtherModules)
    path = others.project.locate(module[1:]) if others.project is not None else None
    scope = others.scopes.get(path) if path is not None else None
    found = dict.get(scope.names, name) if scope is not None else None
    return None if isinstance(found, Lib) else found


def _made_up(machine: Machine, scope: Scope, name: str) -> Value | None:
    """What the `__getattr__` of a module gives for a name that is not in it."""
    maker = scope.names.get("__getattr__")
    if not isinstance(maker, Func) or name.startswith("__"):
        return None
    found = machine.invoke_plain(maker, maker.node, Const(name))
    return None if found == Const(None) else found


def _scope_of(machine: Machine, module: str) -> Scope | None:
    others = machine.own(OtherModules)
    assert others.project is not None
    found = others.project.module(module)
    if found is None:
        return None
    path, outline = found
    if path not in others.scopes:
        if path == others.project.path:
            return None  # the file itself, by way of others
        names = Names(machine, outline)
        names.scope = others.scopes[path] = Scope(names, None, outline)
        package = module if path.endswith("__init__.py") else module.rpartition(".")[0]
        others.packages[names.scope] = package
    return others.scopes[path]


_NOTHING = Outline("")


class Names(dict[str, Value]):
    """The names of another module: each is defined when it is first looked for."""

    scope: Scope

    def __init__(self, machine: Machine, outline: Outline) -> None:
        self._machine, self._outline, self._left = machine, outline, dict(outline.parts)
        self._ran: set[int] = set()
        self._running: list[int] = []
        """Where the parts begin that are being followed: what stands below has not happened yet."""
        self._registries: set[str] = set()
        """Values that others may have entered something into, which nobody has looked at so far."""

    def __contains__(self, name: object) -> bool:
        self._look_for(str(name))
        return dict.__contains__(self, name)

    def __getitem__(self, name: str) -> Value:
        self._look_for(name)
        return dict.__getitem__(self, name)

    def get(self, name: str, default: Any = None) -> Any:
        self._look_for(name)
        return dict.get(self, name, default)

    def _look_for(self, name: str) -> None:
        parts = self._left.pop(name, None)
        if parts is not None:
            last = min(self._running, default=None)
            later = [part for part in parts if last is not None and part.first > last]
            if later:
                self._left[name] = later
            for part in parts:
                if part not in later:
                    self.run(part)
            if name in self._outline.registries:
                self._registries.add(name)
        if name in self._registries and not self._is_entering():
            self._registries.discard(name)
            if not self._machine.idle:
                _run_entries(self._machine, self.scope, name)
        if parts is not None:
            return
        if self._outline.stars and not dict.__contains__(self, name):
            modules = [self._star(each) for each in self._outline.stars]
            found = star_name(self._machine, modules, name)
            if found is not None:
                dict.__setitem__(self, name, found)

    def _is_entering(self) -> bool:
        """Whoever enters something into a registry does not look at what is in it."""
        running = {each.name.value for each in self._machine.calls if isinstance(each, cst.FunctionDef)}
        known = self._outline.parts
        return any(each in known for each in running) and bool(running & self._outline.entering)

    def _star(self, module: str) -> str:
        machine = self._machine
        outer, machine.scope = machine.scope, self.scope
        try:
            return imported_name(machine, module)
        finally:
            machine.scope = outer

    def run(self, part: Part) -> None:
        """Follow a part of the module, once."""
        if id(part) not in self._ran:
            self._ran.add(id(part))
            self._running.append(part.first)
            try:
                _define(self._machine, self.scope, part.body)
            finally:
                self._running.pop()

    def let_go(self) -> None:
        """Nobody will look for anything any more."""
        self._left.clear()
        self._outline = _NOTHING
        del self._machine, self.scope
        dict.clear(self)


def _define(machine: Machine, scope: Scope, body: Seq[Statement]) -> None:
    """Run what a module does when it is imported, for one of its names."""
    others = machine.own(OtherModules)
    from gradlint.analysis.interpreter.statements import Statements

    outer = (machine.scope, machine.frame, machine.stack, machine.calls, machine.files, machine.context)
    kept = (machine.module, machine.loops, machine.around)
    machine.scope, machine.frame, machine.stack, machine.calls = scope, Frame(), (), ()
    machine.files = (scope.module,)
    machine.context = Context(imagined=True)
    machine.module, machine.loops, machine.around = ModuleContents(), Loops(), Around()
    statements = Statements(machine)
    try:
        with machine.before_all_paths():
            for statement in _importing(body):
                _run(machine, statements, scope, statement)
    finally:
        others.classes.extend(machine.module.classes)
        machine.scope, machine.frame, machine.stack, machine.calls, machine.files, machine.context = outer
        machine.module, machine.loops, machine.around = kept


def _run(machine: Machine, statements: Any, scope: Scope, statement: Statement) -> None:
    if not isinstance(statement, (cst.If, cst.For, cst.While, cst.With, cst.Match)):
        statement.visit(statements)
        return
    # A branch takes back the names that were bound in it, not those that were only looked for.
    inner = machine.scope = Scope({}, scope)
    try:
        statement.visit(statements)
    finally:
        machine.scope = scope
        for name, value in inner.names.items():
            scope.names[name] = value


def _importing(body: Seq[Statement]) -> Iterator[Statement]:
    """The statements that are reached when a module is imported and all goes well."""
    for statement in body:
        if isinstance(statement, cst.Try):  # what is tried comes last: it mostly works, and then it counts
            for block in (*(each.body for each in statement.handlers), statement.body):
                yield from _importing(block.body)
        elif not (isinstance(statement, cst.If) and _is_main(statement.test)):
            yield statement


def _is_main(test: cst.BaseExpression) -> bool:
    """`if __name__ == "__main__":` does not hold where a module is imported."""
    left = test.left if isinstance(test, cst.Comparison) else None
    return isinstance(left, cst.Name) and left.value == "__name__"


# -- registries ---------------------------------------------------------------------------


def _run_entries(machine: Machine, scope: Scope, name: str) -> None:
    """What other modules that the program imports enter into a value of this one, such as a registry of models."""
    others = machine.own(OtherModules)
    here = next((path for path, each in others.scopes.items() if each is scope), None)
    found: list[tuple[str, Part]] = []
    for module, outline in _imported_modules(machine):
        acts = (each for each in outline.acts if _reaches(machine, module, outline, each, here, name))
        found.extend((module, each.part) for each in acts)
        if len(found) > ENTRY_LIMIT:
            return
    for module, part in found:
        inner = _scope_of(machine, module)
        if inner is not None and isinstance(inner.names, Names):
            inner.names.run(part)


def _reaches(machine: Machine, module: str, outline: Outline, act: Act, here: str | None, name: str) -> bool:
    """Whether an act of one module concerns a value of another, or a function there that knows the value."""
    project = machine.own(OtherModules).project
    assert project is not None
    for each in act.names:
        imported = outline.imports.get(each)
        if imported is None:
            continue
        base = _absolute(project, module, imported.module)
        inner = f"{base}.{imported.name}".strip(".") if imported.name else base
        for candidate, known in ((inner, None), (base, imported.name)):
            if candidate and project.locate(candidate) == here and here is not None:
                found = project.module(candidate)
                if known is None or known == name or (found and name in found[1].mentioned(known)):
                    return True
    return False


def _absolute(project: Project, module: str, written: str) -> str:
    """The whole name of a module that another one imports, perhaps with dots in front."""
    if not written.startswith("."):
        return written
    level = len(written) - len(written.lstrip("."))
    path = project.locate(module) or ""
    package = module if path.endswith("__init__.py") else module.rpartition(".")[0]
    return ".".join(each for each in (above(package, level), written[level:]) if each)


def _imported_modules(machine: Machine) -> Iterator[tuple[str, Outline]]:
    """The modules that the program imports, and those that they import."""
    others = machine.own(OtherModules)
    project = others.project
    waiting, seen = list(others.imported), set[str]()
    while waiting and project is not None and len(seen) < IMPORTED_LIMIT:
        module = waiting.pop(0)
        path = project.locate(module)
        if path is None or path in seen or path == project.path:
            continue
        seen.add(path)
        found = project.module(module)
        if found is None:
            continue
        yield module, found[1]
        for imported in found[1].imports.values():
            base = _absolute(project, module, imported.module)
            if (
                base.partition(".")[0] not in ALIEN_ROOTS
                and base.partition(".")[0] not in sys.stdlib_module_names
            ):
                waiting.extend([base, f"{base}.{imported.name}"] if imported.name else [base])
