"""The statement-level visitor: runs a program's statements in order on the abstract machine.

Each visit method interprets its statement completely and returns False, so libcst never walks
below statement level (no whitespace, no commas, no metadata).
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Sequence as Seq

import libcst as cst

from gradlint.analysis.domain.expression_events import TypeAsked
from gradlint.analysis.domain.state import Repeats, Snapshot
from gradlint.analysis.domain.values import Const, Lang, Lib, Partial, Value
from gradlint.analysis.interpreter import assignment, context_managers, definitions, match_patterns
from gradlint.analysis.interpreter.conditions import branch_of, fails, truth
from gradlint.analysis.interpreter.events import Drained, Dropped
from gradlint.analysis.interpreter.expressions import evaluate
from gradlint.analysis.interpreter.imported_names import imported_name
from gradlint.analysis.interpreter.iteration import elements_of, first_number
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.interpreter.narrowing import assumed, in_mode, narrow
from gradlint.analysis.project.canonical_names import canonical, dotted
from gradlint.core.records import replace

UNROLL = 12
"""How many known elements a for loop is run through one by one."""

FRAMEWORKS: dict[str, Lang] = {
    "torch": "torch",
    "lightning": "torch",
    "accelerate": "torch",
    "peft": "torch",
    "tf": "tensorflow",
    "keras": "tensorflow",
    "jax": "jax",
    "flax": "jax",
    "equinox": "jax",
}

Body = cst.BaseSuite | Seq[cst.BaseStatement]


class Statements(cst.CSTVisitor):
    def __init__(self, machine: Machine) -> None:
        super().__init__()
        self.machine = machine

    # -- blocks --------------------------------------------------------------------------

    def run(self, body: Body) -> None:
        if isinstance(body, cst.SimpleStatementSuite):
            self._small(body.body)
            return
        machine = self.machine
        for statement in body.body if isinstance(body, cst.BaseSuite) else body:
            if machine.frame.dead or not machine.tick():
                return
            if type(statement) is cst.SimpleStatementLine:
                self._small(statement.body)
            else:
                statement.visit(self)

    def visit_SimpleStatementLine(self, node: cst.SimpleStatementLine) -> bool:
        self._small(node.body)
        return False

    def _small(self, body: Seq[cst.BaseSmallStatement]) -> None:
        machine = self.machine
        for statement in body:
            if machine.frame.dead:
                return
            machine.mark = machine.fresh()
            handler = _SMALL.get(type(statement))
            if handler is not None:
                handler(self, statement)

    def _expression(self, node: cst.Expr) -> None:
        self.machine.announce(Dropped(evaluate(self.machine, node.value), node))

    def _value(self, node: cst.BaseExpression) -> Value:
        """What is assigned or returned; `...` is the blank of an exercise, and may become anything."""
        return self.machine.unknown(node) if type(node) is cst.Ellipsis else evaluate(self.machine, node)

    def _assign(self, node: cst.Assign) -> None:
        value = self._value(node.value)
        for target in node.targets:
            assignment.bind(self.machine, target.target, value, node)

    def _annotated(self, node: cst.AnnAssign) -> None:
        if node.value is not None:
            assignment.bind(self.machine, node.target, self._value(node.value), node)

    def _augmented(self, node: cst.AugAssign) -> None:
        assignment.augment(self.machine, node)

    def _return(self, node: cst.Return) -> None:
        machine = self.machine
        value = self._value(node.value) if node.value is not None else Const(None)
        machine.frame.returned.append(value)
        machine.frame.dead = "return"
        pause = machine.context.pause
        if pause is not None and pause.style == "call":
            machine.frame.left_paused = pause

    def _raise(self, node: cst.Raise) -> None:
        if node.exc is not None:
            evaluate(self.machine, node.exc)
        self.machine.frame.dead = "return"

    def _break(self, node: cst.Break) -> None:
        self.machine.frame.dead = "break"

    def _continue(self, node: cst.Continue) -> None:
        self.machine.frame.dead = "continue"

    def _assert(self, node: cst.Assert) -> None:
        self.machine.frame.dead = "return" if fails(self.machine, node.test) else self.machine.frame.dead

    def _outer(self, node: cst.Global | cst.Nonlocal) -> None:
        self.machine.declare_outer([item.name.value for item in node.names], isinstance(node, cst.Global))

    def _del(self, node: cst.Del) -> None:
        self._delete(node.target)

    def _delete(self, target: cst.BaseExpression) -> None:
        if isinstance(target, cst.Name):
            self.machine.scope.names.pop(target.value, None)
        elif isinstance(target, cst.Tuple):
            for element in target.elements:
                self._delete(element.value)
        elif isinstance(target, cst.Subscript):
            assignment.delete_item(self.machine, target)

    # -- imports -------------------------------------------------------------------------

    def _import(self, node: cst.Import) -> None:
        for alias in node.names:
            name = dotted(alias.name)
            if name is None:
                continue
            self._notice(canonical(name))
            found = imported_name(self.machine, name)
            if alias.asname is not None and isinstance(alias.asname.name, cst.Name):
                self.machine.bind(alias.asname.name.value, Lib(found))
            else:
                root = name.split(".")[0]
                self.machine.bind(root, Lib(f".{root}" if found.startswith(".") else canonical(root)))

    def _notice(self, name: str) -> None:
        lang = FRAMEWORKS.get(name.split(".")[0])
        if lang is not None:
            self.machine.about.langs.add(lang)

    def _import_from(self, node: cst.ImportFrom) -> None:
        module = "." * len(node.relative) + (dotted(node.module) or "" if node.module is not None else "")
        self._notice(canonical(f"{module}."))
        if isinstance(node.names, cst.ImportStar):
            self.machine.module.star_imports.append(imported_name(self.machine, module))
            return
        for alias in node.names:
            name = dotted(alias.name)
            if name is None:
                continue
            bound = alias.asname.name if alias.asname is not None else alias.name
            if isinstance(bound, cst.Name):
                self.machine.bind(bound.value, Lib(imported_name(self.machine, module, name)))

    # -- definitions ---------------------------------------------------------------------

    def visit_FunctionDef(self, node: cst.FunctionDef) -> bool:
        self.machine.bind(node.name.value, definitions.function(self.machine, node))
        return False

    def visit_ClassDef(self, node: cst.ClassDef) -> bool:
        self.machine.bind(node.name.value, definitions.class_(self.machine, node, self))
        return False

    # -- branches ------------------------------------------------------------------------

    def visit_If(self, node: cst.If) -> bool:
        machine = self.machine
        decided = truth(machine, node.test)
        if decided is True:
            machine.leave_out(node.orelse)
            rare = _every_so_often(node.test)
            machine.loops.modulo += rare
            with branch_of(machine, node):
                self.run(node.body)
            machine.loops.modulo -= rare
            return False
        if decided is False:
            machine.leave_out(node.body)
            self._otherwise(node.orelse)
            return False
        before = machine.begin()
        rare = _every_so_often(node.test)
        machine.loops.modulo += rare
        with assumed(machine, node.test), in_mode(machine, node.test, True), branch_of(machine, node):
            self.run(node.body)
        machine.loops.modulo -= rare
        paths = [machine.end(before)]
        before = machine.begin()
        narrow(machine, node.test, False)
        with in_mode(machine, node.test, False):
            self._otherwise(node.orelse)
        paths.append(machine.end(before))
        machine.merge(paths, node)
        return False

    def _otherwise(self, orelse: cst.If | cst.Else | None) -> None:
        if isinstance(orelse, cst.If):
            self.visit_If(orelse)
        elif orelse is not None:
            self.run(orelse.body)

    def visit_Match(self, node: cst.Match) -> bool:
        machine = self.machine
        subject = evaluate(machine, node.subject)
        paths: list[Snapshot] = []
        for case in node.cases:
            machine.announce(TypeAsked(subject, match_patterns.classes(machine, case.pattern), case.pattern))
            fits = match_patterns.fits(machine, subject, case.pattern)
            if fits is False:
                machine.leave_out(case.body)
                continue
            before = machine.begin()
            match_patterns.bind(machine, subject, case.pattern, node.subject)
            held = truth(machine, case.guard) if case.guard is not None else True
            if held is not False:
                self.run(case.body)
                paths.append(machine.end(before))
            else:
                machine.end(before)
            if fits and held:
                break
        else:
            paths.append(machine.end(machine.begin()))
        machine.merge(paths, node)
        return False

    def visit_Try(self, node: cst.Try) -> bool:
        return self._try(node)

    def visit_TryStar(self, node: cst.TryStar) -> bool:
        return self._try(node)

    def _try(self, node: cst.Try | cst.TryStar) -> bool:
        machine = self.machine
        before = machine.begin()
        guarded = machine.context.guarded
        machine.context = replace(machine.context, guarded=guarded or any(map(_catches_all, node.handlers)))
        self.run(node.body)
        machine.context = replace(machine.context, guarded=guarded)
        if node.orelse is not None:
            self.run(node.orelse.body)
        paths = [machine.end(before)]
        for handler in node.handlers:
            before = machine.begin()
            if handler.name is not None and isinstance(handler.name.name, cst.Name):
                machine.bind(handler.name.name.value, machine.unknown(node))
            self.run(handler.body)
            paths.append(machine.end(before))
        machine.merge(paths, node)
        if node.finalbody is not None:
            dead, machine.frame.dead = machine.frame.dead, ""
            self.run(node.finalbody.body)
            machine.frame.dead = machine.frame.dead or dead
            if machine.context.pause is None:
                machine.frame.left_paused = None
        return False

    # -- loops ---------------------------------------------------------------------------

    def visit_For(self, node: cst.For) -> bool:
        machine = self.machine
        iterated = evaluate(machine, node.iter)
        machine.announce(Drained(iterated, node.iter))
        elements, whole = elements_of(machine, iterated, node.iter)
        machine.loops.statements.append(node)
        if whole and 0 < len(elements) <= UNROLL:
            self._unrolled(node, elements)
        elif elements or not whole:
            element = machine.some_of(elements, node) or machine.unknown(node.iter)
            ahead = [] if machine.loops.once_more else first_number(iterated, node)
            self._repeated(node, lambda: self._bind_element(node, ahead, element), len(ahead))
        machine.loops.statements.pop()
        if node.orelse is not None:
            self.run(node.orelse.body)
        return False

    def _bind_element(self, node: cst.For, ahead: list[Value], element: Value) -> None:
        self.machine.mark = self.machine.fresh()
        assignment.bind(self.machine, node.target, ahead.pop() if ahead else element, node)

    def visit_While(self, node: cst.While) -> bool:
        self._repeated(node, lambda: truth(self.machine, node.test))
        if node.orelse is not None:
            self.run(node.orelse.body)
        return False

    def _unrolled(self, node: cst.For, elements: Seq[Value]) -> None:
        machine = self.machine
        for element in elements:
            machine.mark = machine.fresh()
            assignment.bind(machine, node.target, element, node)
            if not self._iteration(node.body, "some"):
                return

    def _repeated(self, node: cst.For | cst.While, begin: Callable[[], object], known: int = 0) -> None:
        """Run the body as a loop of unknown length: not at all, once, and once more on its own results.

        A first pass that found None somewhere was only a beginning, and does not count. What the second has taken
        over from the first and differentiated is gone in a third. When a loop around
        this one runs once more, this one has seen its own results already; and what comes back to the start of
        a loop matters only where somebody asks for a gradient. Passes whose number is known come on top.
        """
        machine = self.machine
        before = machine.begin()
        paths = [machine.so_far()]
        loops = machine.loops
        seen, done = loops.once_more, 0
        passes = known + (1 if seen or machine.unasked else 2)
        outer, loops.found_none, loops.took_over = loops.found_none, False, False
        loops.entered.append(machine.fresh())
        while done < passes:
            loops.once_more = seen or done > 0
            begin()
            again, done = self._iteration(node.body), done + 1
            passes += (done == 1 and loops.found_none) + (done == known + 2 and loops.took_over)
            if not machine.frame.dead:
                paths.append(machine.so_far())
            if not again:
                break
            machine.forget_counts(before, node)
        loops.entered.pop()
        loops.once_more, loops.found_none, loops.took_over = seen, outer, False
        machine.end(before)
        paths.reverse()
        machine.merge(paths, node)

    def _iteration(self, body: cst.BaseSuite, repeats: Repeats = "often") -> bool:
        """One pass; False if there is surely no other after it."""
        loops, frame = self.machine.loops, self.machine.frame
        with loops.one_pass(self.machine.fresh(), body, repeats):
            self.run(body)
        how = frame.dead
        if how in ("break", "continue"):
            frame.dead = ""
        return how in ("", "continue")

    # -- with ----------------------------------------------------------------------------

    def visit_With(self, node: cst.With) -> bool:
        self._within(node, node.items)
        return False

    def _within(self, node: cst.With, items: Seq[cst.WithItem]) -> None:
        """Enter the first context, and in it the others; then run the body."""
        if not items:
            self.run(node.body)
            return
        machine = self.machine
        before = machine.context
        item = items[0]
        manager = evaluate(machine, item.item)
        generator = context_managers.generator_of(machine, manager)
        if generator is not None:
            self._around(node, items, generator)
        else:
            self._bind_entered(node, item, context_managers.enter(machine, manager, item.item))
            if len(items) > 1 or not context_managers.run_stack(machine, manager, node.body, self.run):
                self._within(node, items[1:])
            context_managers.leave(machine, manager, item.item)
        machine.context = replace(
            machine.context,
            pause=before.pause,
            tapes=before.tapes,
            paused_tapes=before.paused_tapes,
            graph_mode=before.graph_mode,
        )

    def _around(self, node: cst.With, items: Seq[cst.WithItem], generator: Partial) -> None:
        machine = self.machine
        before = machine.context.pause

        def block(value: Value) -> None:
            pause = machine.context.pause
            if pause is not None and pause is not before:
                # Seen from the block, it is this line that switches recording off.
                here = replace(pause, style="block", place=machine.place(items[0].item))
                machine.context = replace(machine.context, pause=here)
            self._bind_entered(node, items[0], value)
            self._within(node, items[1:])

        machine.run_around(generator, block, items[0].item)

    def _bind_entered(self, node: cst.With, item: cst.WithItem, value: Value) -> None:
        if item.asname is not None:
            assignment.bind(self.machine, item.asname.name, value, node)


_SMALL: dict[type, Callable[..., None]] = {
    cst.Expr: Statements._expression,
    cst.Assign: Statements._assign,
    cst.AnnAssign: Statements._annotated,
    cst.AugAssign: Statements._augmented,
    cst.Return: Statements._return,
    cst.Raise: Statements._raise,
    cst.Break: Statements._break,
    cst.Continue: Statements._continue,
    cst.Import: Statements._import,
    cst.ImportFrom: Statements._import_from,
    cst.Del: Statements._del,
    cst.Assert: Statements._assert,
    cst.Global: Statements._outer,
    cst.Nonlocal: Statements._outer,
}


def _catches_all(handler: cst.ExceptHandler | cst.ExceptStarHandler) -> bool:
    """A handler that would also catch the error of a tracer."""
    if handler.type is None:
        return True
    name = (dotted(handler.type) or "").rpartition(".")[2]
    return name in (
        "Exception",
        "BaseException",
        "TypeError",
        "ConcretizationTypeError",
        "TracerArrayConversionError",
    )


def _every_so_often(test: cst.BaseExpression) -> bool:
    """`(i + 1) % k == 0`, `accelerator.sync_gradients`"""
    if isinstance(test, cst.Attribute):
        return test.attr.value == "sync_gradients"
    if isinstance(test, cst.Comparison):
        left = test.left
        return isinstance(left, cst.BinaryOperation) and isinstance(left.operator, cst.Modulo)
    if isinstance(test, cst.BooleanOperation):
        return _every_so_often(test.left) or _every_so_often(test.right)
    if isinstance(test, cst.UnaryOperation):
        return isinstance(test.expression, cst.BinaryOperation) and isinstance(
            test.expression.operator, cst.Modulo
        )
    return False
