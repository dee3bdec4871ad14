"""Facts about the text around a fix: who binds a name, who reads it, and what may change places.

A fix is safe where such a fact says so. Each question is answered for one function, and with the cautious
answer where the text alone does not tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import libcst as cst

from gradlint.analysis.project.syntax import all_parameters, names_in, root, walk
from gradlint.knowledge.tables import table
from gradlint.rules.shared.bench import Bench, method
from gradlint.rules.shared.text import Binders

_LEAVING = (cst.Return, cst.Break, cst.Continue, cst.Raise, cst.Yield, cst.Await)


def targets(node: cst.CSTNode) -> Iterator[cst.BaseExpression]:
    """What an assignment of any kind binds, each part of a tuple by itself."""
    found: list[cst.BaseExpression] = []
    if isinstance(node, cst.Assign):
        found = [each.target for each in node.targets]
    elif isinstance(node, (cst.AugAssign, cst.AnnAssign, cst.For, cst.CompFor, cst.NamedExpr)):
        found = [node.target]
    elif isinstance(node, cst.AsName):
        found = [node.name]
    while found:
        each = found.pop(0)
        if isinstance(each, (cst.Tuple, cst.List)):
            found[:0] = [part.value for part in each.elements]
        elif isinstance(each, cst.StarredElement):
            found.insert(0, each.value)
        else:
            yield each


def written(node: cst.CSTNode) -> set[str]:
    """The variables that are bound below a node, or whose content is written to."""
    found: set[str] = set()
    for each in walk(node):
        found.update(name for target in targets(each) if (name := root(target)) is not None)
        if isinstance(each, (cst.FunctionDef, cst.ClassDef)):
            found.add(each.name.value)
        elif (named := method(each)) is not None and named[1].endswith("_"):
            found.update(name for name in [root(named[0])] if name is not None)
    return found


def bindings(bench: Bench, target: cst.BaseExpression) -> list[cst.CSTNode]:
    """Every statement that binds the target: in its function, its class for `self.x`, or the module."""
    scope: cst.CSTNode = bench.text.module
    if isinstance(target, cst.Name):
        scope = bench.text.function(target)
    elif root(target) == "self":
        scope = in_class(bench, target) or scope
    plain = isinstance(target, cst.Name)
    found = bench.text.bound(scope, _by_root).get((root(target) or "", plain), [])
    if plain:
        return [each for each, _ in found]
    return [each for each, bound in found if any(one.deep_equals(target) for one in bound)]


def _by_root(scope: cst.CSTNode) -> Binders:
    """The statements that bind something, with what they bind, by the variable that it is or begins with."""
    found: Binders = {}
    for each in walk(scope):
        bound = list(targets(each))
        for key in dict.fromkeys((root(one) or "", isinstance(one, cst.Name)) for one in bound):
            found.setdefault(key, []).append((each, bound))
    return found


def uses(bench: Bench, name: str, at: cst.CSTNode) -> list[cst.Name]:
    """Where the function around a place has the name as a value, in the order of the text."""
    found = bench.text.names(bench.text.function(at)).get(name, [])
    return [each for each in found if not _is_label(bench, each)]


def _is_label(bench: Bench, name: cst.Name) -> bool:
    """The name of an attribute or keyword, not of a variable."""
    place = bench.text.parent(name)
    return (isinstance(place, cst.Attribute) and place.attr is name) or (
        isinstance(place, cst.Arg) and place.keyword is name
    )


def is_parameter(bench: Bench, name: str, at: cst.CSTNode) -> bool:
    function = bench.text.function(at)
    return isinstance(function, cst.Lambda) or (
        isinstance(function, cst.FunctionDef) and name in all_parameters(function)
    )


def is_bound_here(bench: Bench, name: cst.Name) -> bool:
    """To bind the name once more at this place means the same variable, and not a new local one."""
    function = bench.text.function(name)
    if isinstance(function, cst.Module):
        return not any(isinstance(each, cst.ClassDef) for each in bench.text.up(name))
    if isinstance(function, cst.Lambda):
        return False
    declared = {
        item.name.value
        for node in walk(function)
        if isinstance(node, (cst.Global, cst.Nonlocal))
        for item in node.names
    }
    inside = (each for each in bindings(bench, name) if bench.text.function(each) is function)
    return name.value in all_parameters(function) or name.value in declared or next(inside, None) is not None


def loops(bench: Bench, node: cst.CSTNode) -> list[cst.For | cst.While]:
    """The loops around a node in its function, innermost first."""
    found: list[cst.For | cst.While] = []
    for each in bench.text.up(node):
        if isinstance(each, (cst.FunctionDef, cst.Lambda, cst.ClassDef)):
            break
        if isinstance(each, (cst.For, cst.While)):
            found.append(each)
    return found


def between(bench: Bench, first: cst.CSTNode, last: cst.CSTNode) -> list[cst.CSTNode] | None:
    """The statements from one to another of the same block, neither of them counted; None for two blocks."""
    block = bench.text.block(first)
    if block is None or block is not bench.text.block(last):
        return None
    body: list[cst.CSTNode] = list(block.body)
    here, there = sorted((body.index(first), body.index(last)))
    return body[here + 1 : there]


def is_unchanged(bench: Bench, names: Iterable[str], first: cst.CSTNode, last: cst.CSTNode) -> bool:
    """Between two statements of one block, nothing binds or writes to any of these variables."""
    passed = between(bench, first, last)
    return passed is not None and not any(set(names) & written(each) for each in passed)


def may_pass(line: cst.CSTNode, others: Iterable[cst.CSTNode], *, seen: bool = False) -> bool:
    """The statement can go to the other side of these: no name connects them, and each is left at its end.

    With `seen`, they may read what it changes: that they see the change is what it is moved for.
    """
    own, reads = set() if seen else written(line), names_in(line)
    return not any(
        own & names_in(other)
        or reads & written(other)
        or any(isinstance(each, _LEAVING) for each in walk(other))
        for other in others
    )


_HANDED_ON = (
    cst.Arg, cst.BinaryOperation, cst.UnaryOperation, cst.Element, cst.GeneratorExp, cst.List, cst.ListComp, cst.Tuple
)  # fmt: skip


def copied_by(bench: Bench, node: cst.CSTNode) -> cst.Call | None:
    """`torch.tensor(x.item())`, `torch.tensor(sum(x.item() for x in xs))`: a copy has no graph, whatever is copied."""
    place = bench.text.parent(node)
    while isinstance(place, _HANDED_ON) or (isinstance(place, cst.Call) and bench.code(place.func) == "sum"):
        place = bench.text.parent(place)
    return place if isinstance(place, cst.Call) and bench.called(place.func) == "torch.tensor" else None


def is_only_computed_with(bench: Bench, node: cst.CSTNode, depth: int = 0) -> bool:
    """A tensor here instead of a number is noticed by nobody: it only goes into further tensors.

    Through operators, functions and methods of the framework and variables with a single binding, until somebody
    asks for the gradient. Whatever is stored, printed, compared, returned or carried into the next round is not sure
    of it. A function that JAX traces may return it: what it returns is traced anyway.
    """
    place = bench.text.parent(node)
    if isinstance(place, cst.BinaryOperation):
        other = place.right if place.left is node else place.left
        if is_of_numpy(bench, other):
            return False
        return _is_own(bench, other) or is_only_computed_with(bench, place, depth)
    if isinstance(place, cst.UnaryOperation):
        return is_only_computed_with(bench, place, depth)
    if isinstance(place, cst.Return):
        return bench.draft.framework == "jax" or _is_compiled(bench, place)
    if isinstance(place, cst.Attribute) and place.value is node:
        call = bench.text.parent(place)
        if not isinstance(call, cst.Call) or call.func is not place:
            return False
        if place.attr.value == "backward":
            return True
        known = place.attr.value in table("torch").ops and not place.attr.value.endswith("_")
        return known and is_only_computed_with(bench, call, depth)
    if isinstance(place, cst.Arg):
        call = bench.text.parent(place)
        if isinstance(call, cst.Call) and bench.code(call.func) == "float":
            return True
        if (
            isinstance(call, cst.Call)
            and isinstance(call.func, cst.Attribute)
            and _asks(call.func.attr.value)
        ):
            return True
        if not isinstance(call, cst.Call) or not bench.called(call.func).startswith(
            _OWN[bench.draft.framework]
        ):
            return False
        return _is_own(bench, call) or is_only_computed_with(bench, call, depth)
    if isinstance(place, cst.Assign) and place.value is node and len(place.targets) == 1 and depth < 4:
        target = place.targets[0].target
        if not isinstance(target, cst.Name) or len(bindings(bench, target)) != 1:
            return False
        read = [each for each in uses(bench, target.value, node) if each is not target]
        return bool(read) and all(is_only_computed_with(bench, each, depth + 1) for each in read)
    return False


_OWN = {"torch": ("torch.",), "tensorflow": ("tf.", "keras.ops."), "jax": ("jax.",)}
"""How the functions begin that take tensors and hand out tensors."""


def _is_own(bench: Bench, node: cst.BaseExpression) -> bool:
    """A tensor whatever it is computed from, so that nobody behind it notices. In PyTorch a graph can be noticed."""
    if bench.draft.framework == "torch" or not isinstance(node, cst.Call):
        return False
    return bench.called(node.func).startswith(_OWN[bench.draft.framework])


def _is_compiled(bench: Bench, node: cst.CSTNode) -> bool:
    """In a tf.function, which returns tensors only."""
    function = bench.text.function(node)
    made = [each.decorator for each in function.decorators] if isinstance(function, cst.FunctionDef) else []
    return any(
        bench.called(each.func if isinstance(each, cst.Call) else each) == "tf.function" for each in made
    )


def _asks(name: str) -> bool:
    """`tape.gradient(loss, ...)`, `tape.jacobian(...)`."""
    return name in ("gradient", "jacobian", "batch_jacobian")


def is_of_numpy(bench: Bench, node: cst.BaseExpression, depth: int = 0) -> bool:
    """An array that NumPy has made: of double precision, which TensorFlow does not mix with its own."""
    if bench.draft.framework != "tensorflow":
        return False
    for each in walk(node):
        if isinstance(each, cst.Call) and bench.called(each.func).startswith("numpy."):
            return True
        if isinstance(each, cst.Name) and depth < 3:
            values = (getattr(bound, "value", None) for bound in bindings(bench, each))
            if any(isinstance(v, cst.BaseExpression) and is_of_numpy(bench, v, depth + 1) for v in values):
                return True
    return False


def may_be_a_list(bench: Bench, value: cst.BaseExpression) -> bool:
    """The expression is, or is a variable that has been, a container and no tensor."""
    containers = (cst.List, cst.Tuple, cst.ListComp, cst.GeneratorExp, cst.Dict, cst.Set)
    if not isinstance(value, cst.Name):
        return isinstance(value, containers)
    grown = any(
        isinstance(place := bench.text.parent(use), cst.Attribute)
        and place.attr.value in ("append", "extend")
        for use in uses(bench, value.value, value)
    )
    return grown or any(
        isinstance(bound := getattr(each, "value", None), containers) or _gives_a_list(bench, bound)
        for each in bindings(bench, value)
    )


def _gives_a_list(bench: Bench, call: object) -> bool:
    """A call of a function or method of this file that returns a container."""
    if not isinstance(call, cst.Call):
        return False
    name = call.func.attr if isinstance(call.func, cst.Attribute) else call.func
    return isinstance(name, cst.Name) and any(
        isinstance(each, cst.Return) and isinstance(each.value, (cst.List, cst.Tuple, cst.ListComp))
        for function in walk(bench.text.module)
        if isinstance(function, cst.FunctionDef) and function.name.value == name.value
        for each in walk(function.body)
    )


def in_class(bench: Bench, node: cst.CSTNode) -> cst.ClassDef | None:
    return next((each for each in bench.text.up(node) if isinstance(each, cst.ClassDef)), None)


def root_of(name: str) -> str:
    return name.partition(".")[0].partition("[")[0]
