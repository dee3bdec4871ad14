"""jax.custom_vjp and jax.custom_jvp: rules given by defvjp and defjvp, and their contract."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.domain.calls_seen import CallsSeen, Use, function_behind
from gradlint.analysis.domain.facts import Handwritten, Mistake
from gradlint.analysis.domain.graph import Place
from gradlint.analysis.domain.values import Array, Class, Const, Func, Sequence, Transform, Value
from gradlint.analysis.handwritten.dependence import depending, numbers_read
from gradlint.analysis.handwritten.return_shapes import Reader
from gradlint.analysis.handwritten.rule_contract import Note, Rule, check_count, check_upstream
from gradlint.analysis.interpreter.imported_names import is_foreign
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.interpreter.op_shapes import numbers
from gradlint.analysis.project.syntax import elements, parameters, returns, walk
from gradlint.knowledge.names.conventions import COTANGENT_NAMES, RESIDUAL_NAMES

KINDS = {"jax.custom_vjp": "vjp", "jax.custom_jvp": "jvp"}


def examine(machine: Machine, note: Note) -> None:
    given: set[cst.CSTNode] = set()
    for use in machine.own(CallsSeen).uses:
        func = function_behind(use.owner) if isinstance(use.owner, Transform) else None
        if func is None or not isinstance(use.owner, Transform) or use.owner.kind not in KINDS:
            continue
        if use.how in ("defvjp", "defjvp", "defjvps"):
            given.add(func.node)
            contract = _Contract(machine, use.owner, func, note)
            if use.how == "defvjp":
                contract.defvjp(use)
            elif use.how == "defjvp":
                contract.defjvp(use)
            else:
                contract.defjvps(use)
    _note_missing(machine, given, note)


def _note_missing(machine: Machine, given: set[cst.CSTNode], note: Note) -> None:
    """A custom function that is called although nobody gave it its rule; another module gives its own there."""
    seen: set[cst.CSTNode] = set()
    for use in machine.own(CallsSeen).uses:
        if not isinstance(use.owner, Transform) or use.how != "call" or use.owner.kind not in KINDS:
            continue
        func = function_behind(use.owner)
        if func is None or func.node in given or func.node in seen or not use.certain:
            continue
        if is_foreign(func) or use.place.node is func.node:
            continue  # nobody calls it but the analysis: a later definition may have taken its name
        seen.add(func.node)
        note(Handwritten(use.place, "no-rule", "jax", func.name, KINDS[use.owner.kind]))


class _Contract:
    """What one custom function asks of its rules."""

    def __init__(self, machine: Machine, transform: Transform, func: Func, note: Note) -> None:
        self.func = func
        self.note = note
        self.taken = parameters(func.node)
        self.plain = self._not_differentiated(machine, transform)
        """How many arguments are not differentiated; None if that is not known."""

    def _not_differentiated(self, machine: Machine, transform: Transform) -> int | None:
        option = transform.option("nondiff_argnums") or transform.option("argnums")
        named = transform.option("nondiff_argnames")
        if named is not None:
            return None
        if option is None:
            return 0
        thing = machine.load(option)
        if isinstance(thing, Sequence) and thing.items == ():
            return 0
        found = numbers(machine, option, self.func.node)
        return len(found) if found is not None else None

    def _fact(
        self,
        node: cst.CSTNode,
        kind: Mistake,
        detail: str = "",
        expected: int = 0,
        found: int = 0,
        names: tuple[str, ...] = (),
    ) -> None:
        self.note(
            Handwritten(
                Place(node),
                kind,
                "jax",
                self.func.name,
                detail,
                expected,
                found,
                Place(self.func.node),
                names=names,
            )
        )

    @property
    def inputs(self) -> int | None:
        """How many arguments are differentiated; None if that is not known."""
        if self.taken.star is not None or self.plain is None:
            return None
        return len(self.taken.names) - self.plain

    # -- reverse mode --------------------------------------------------------------------

    def defvjp(self, use: Use) -> None:
        forward = _function(use.args[0] if use.args else use.named.get("fwd"))
        backward = _function(use.args[1] if len(use.args) > 1 else use.named.get("bwd"))
        symbolic = "symbolic_zeros" in use.named
        if forward is not None and not symbolic:
            self._check_forward(forward)
        if backward is None or self.plain is None or not self._takes(backward, self.plain + 2, "bwd"):
            return
        taken = parameters(backward.node)
        names = taken.names
        if len(names) != self.plain + 2:
            return
        upstream = names[-1]
        inputs = self.inputs
        single = self._returns_one_array()
        rule = Rule(
            "jax",
            self.func.name,
            backward.node,
            Reader(backward.node, backward.scope, frozenset({upstream} if single else ())),
            frozenset({upstream}),
            inputs or 0,
            inputs,
            self.func.node,
            single=False,
        )
        if self._is_swapped(backward, forward, names[-2], upstream, single):
            return
        check_count(rule, self.note)
        check_upstream(rule, self.note)

    def _returns_one_array(self) -> bool:
        reader = Reader(self.func.node, self.func.scope, frozenset(self.taken.names))
        ends = [each.value for each in returns(self.func.node)]
        return bool(ends) and all(
            each is not None and not isinstance(each, cst.Name) and reader.is_value(each) for each in ends
        )

    def _single(self) -> frozenset[str]:
        """The function itself, as its rules call it, where it gives one array."""
        return frozenset({self.func.name}) if self._returns_one_array() else frozenset()

    def _check_forward(self, forward: Func) -> None:
        total = len(self.taken.names)
        if self.taken.star is None:
            self._takes(forward, total, "fwd")
        taken = frozenset(parameters(forward.node).names)
        reader = Reader(forward.node, forward.scope, taken, single=self._single())
        for each in returns(forward.node):
            found = reader.returned(each.value)
            if found is None or isinstance(each.value, cst.Name):
                continue
            if found.kind == "value" or (found.kind in ("tuple", "list") and found.count != 2):
                self._fact(each.node, "not-a-pair", "fwd", 2, found.count)

    def _takes(self, rule: Func, wanted: int, what: str) -> bool:
        """Whether a rule can be called with that many arguments; says so if not."""
        taken = parameters(rule.node)
        fits = taken.required <= wanted and (taken.star is not None or wanted <= len(taken.names))
        if not fits:
            self._fact(rule.node, "rule-parameters", what, wanted, len(taken.names))
        return fits

    def _is_swapped(self, backward: Func, forward: Func | None, first: str, last: str, single: bool) -> bool:
        """bwd(g, res) where JAX calls bwd(res, g)."""
        if first.lower() not in COTANGENT_NAMES or last.lower() in COTANGENT_NAMES:
            return False
        swapped = last.lower() in RESIDUAL_NAMES or last in self.taken.names
        if not swapped and forward is not None:
            saved = _saved(forward)
            kept = elements(saved) if saved is not None else None
            swapped = isinstance(saved, cst.Name) and saved.value == last
            if kept is not None and single:
                swapped = len(kept) > 1 and _unpacked(backward, last) == len(kept)
        if swapped:
            self._fact(backward.node, "swapped-arguments", names=(first, last))
        return swapped

    # -- forward mode --------------------------------------------------------------------

    def defjvp(self, use: Use) -> None:
        rule = _function(use.args[0] if use.args else use.named.get("jvp"))
        if rule is None or self.plain is None or not self._takes(rule, self.plain + 2, "jvp"):
            return
        names = parameters(rule.node).names
        if len(names) != self.plain + 2 or "symbolic_zeros" in use.named:
            return
        reader = Reader(rule.node, rule.scope, frozenset(), single=self._single())
        reached = depending(rule.node, frozenset({names[-1]}))
        for each in returns(rule.node):
            found = reader.returned(each.value)
            if found is None:
                continue
            if found.kind == "value" or (found.kind in ("tuple", "list") and found.count != 2):
                self._fact(each.node, "not-a-pair", "jvp", 2, found.count)
            elif len(found.parts) == 2:
                self._check_tangent(each.node, reader, found.parts, reached, names[-1])

    def _check_tangent(
        self,
        node: cst.CSTNode,
        reader: Reader,
        parts: tuple[cst.BaseExpression, ...],
        reached: frozenset[str],
        tangents: str,
    ) -> None:
        primal, tangent = parts
        if numbers_read(tangent) & reached or not reader.is_something(tangent):
            return
        kind: Mistake = "swapped-pair" if numbers_read(primal) & reached else "unused-tangent"
        self._fact(node, kind, tangents)

    def defjvps(self, use: Use) -> None:
        inputs = self.inputs
        if inputs is not None and self.plain == 0 and not use.open and len(use.args) != inputs:
            self._fact(use.place.node, "count", "defjvps", inputs, len(use.args))
        for given in use.args:
            rule = _function(given)
            if rule is None:
                continue
            names = parameters(rule.node).names
            if not names:
                continue
            reached = depending(rule.node, frozenset(names[:1]))
            reader = Reader(rule.node, rule.scope, frozenset(names))
            for each in returns(rule.node):
                if each.value is not None and not numbers_read(each.value) & reached:
                    if reader.is_something(each.value):
                        self._fact(each.node, "unused-tangent", names[0])


def _function(value: Value | Array | None) -> Func | None:
    if value is None or isinstance(value, (Array, Const, Class)):
        return None
    return function_behind(value)


def _saved(forward: Func) -> cst.BaseExpression | None:
    """The residuals that fwd returns beside its result."""
    reader = Reader(forward.node, forward.scope, frozenset())
    for each in returns(forward.node):
        found = reader.returned(each.value)
        if found is not None and found.kind == "tuple" and len(found.parts) == 2:
            return found.parts[1]
    return None


def _unpacked(func: Func, name: str) -> int | None:
    """Into how many names a parameter is unpacked."""
    if isinstance(func.node, cst.Lambda):
        return None
    for node in walk(func.node.body, into_functions=False):
        if isinstance(node, cst.Assign) and isinstance(node.value, cst.Name) and node.value.value == name:
            target = node.targets[0].target
            if isinstance(target, (cst.Tuple, cst.List)):
                return len(target.elements)
    return None
