"""GL308: Parameters where the library does not look for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import libcst as cst

from gradlint.analysis.domain.faults import FaultKind
from gradlint.analysis.domain.misuses import (
    Misuse,
    ModulesInContainer,
    ParametersInContainer,
    UnregisteredParameter,
    UntrackedVariable,
    UntrainedArray,
)
from gradlint.analysis.project.syntax import elements, root, walk
from gradlint.core.model import Applicability, Severity
from gradlint.core.records import replace
from gradlint.knowledge.names.torch import FRESH_TENSORS, MODULE_NAMES_IN_USE, RETURN_THEMSELVES
from gradlint.rules.shared.bench import Bench, keyword, method, positional
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.evidence import bindings, in_class, targets
from gradlint.rules.shared.leaves import NO_GRADIENT_HERE
from gradlint.rules.shared.patch import Change, Patch
from gradlint.rules.shared.wording import Wording, Wordings, faults, worded

_UNREGISTERED: Wordings = {
    ParametersInContainer: Wording(
        "`self.{fact.name}` is a plain Python container: parameters() does not find the {fact.kept} in it",
        "use nn.ParameterList or nn.ParameterDict",
        NO_GRADIENT_HERE,
    ),
    ModulesInContainer: Wording(
        "`self.{fact.name}` is a plain Python container: parameters() does not find the weights of the modules in it",
        "use nn.ModuleList or nn.ModuleDict",
        NO_GRADIENT_HERE,
    ),
    UnregisteredParameter: Wording(
        "`self.{fact.name}` requires grad but is not an nn.Parameter: parameters() does not list it, and "
        "it is never trained",
        "wrap the tensor in nn.Parameter",
        NO_GRADIENT_HERE,
    ),
    UntrainedArray: Wording(
        "`{fact.name}` is held in a {fact.held_as}, which no gradient reaches: the value never changes",
        "use self.param (linen), nnx.Param, hk.get_parameter, or a plain field of an Equinox module",
        NO_GRADIENT_HERE,
        Severity.WARNING,
    ),
    UntrackedVariable: Wording(
        "Keras 3 does not track the tf.Variable `self.{fact.name}`: it is missing from trainable_variables",
        "use self.add_weight",
        NO_GRADIENT_HERE,
        Severity.WARNING,  # right with the Keras of TensorFlow up to 2.15
    ),
}


_OUTSIDE: Mapping[FaultKind, Wording] = {
    "left-out-of-adjoint": Wording(
        "adjoint_params leaves out weights that the function owns: odeint_adjoint gives them no gradient",
        "leave adjoint_params out, which takes all parameters of the function, or list them all",
        "these get no gradient",
        Severity.WARNING,
    ),
    "outside-adjoint": Wording(
        "odeint_adjoint differentiates only what its function owns: `{fact.detail}` gets no gradient",
        "make `{fact.detail}` an attribute of the function, or pass adjoint_params=(*func.parameters(), {fact.detail})",
        NO_GRADIENT_HERE,
        Severity.WARNING,
    ),
}


def detect(program: Program) -> Iterator[Draft]:
    for draft in worded(program, _UNREGISTERED):
        # Who trains the module elsewhere may give these weights to the optimizer by name.
        trained = getattr(draft.about, "trained", True) and not getattr(draft.about, "moved", False)
        yield draft if trained else replace(draft, severity=Severity.WARNING)
    yield from faults(program, _OUTSIDE)


_SHARED = {
    "ModuleList": "append extend insert pop",
    "ModuleDict": "keys values items pop clear update",
    "ParameterList": "append extend",
    "ParameterDict": "keys values items pop clear update get setdefault copy popitem",
}
"""The methods that a container module has in common with the container that it replaces."""


_ADDING = {"append": 0, "insert": 1}


_BY_NAME = frozenset("setattr add_module register_module register_parameter".split())


def wrapped(bench: Bench, value: cst.BaseExpression, name: str) -> list[Change]:
    """`name(value)`; an empty container is written as `name()`."""
    start, end = bench.text.span(value)
    if isinstance(value, (cst.List, cst.Dict)) and not value.elements and not bench.text.comments(start, end):
        return [Change(start, start, f"{name}("), Change(start, end, ")")]
    bare = isinstance(value, cst.Tuple) and not value.lpar
    return [Change(start, start, f"{name}({'(' if bare else ''}"), Change(end, end, "))" if bare else ")")]


def contained(bench: Bench, value: cst.BaseExpression, name: str) -> Patch | None:
    """The container in one that registers, where nothing that is done with it is beyond that."""
    owner, target = in_class(bench, value), _target(bench, value)
    if owner is None or target is None or _registers_by_name(owner) or not _can_be_keys(value):
        return None
    kind = name.rpartition(".")[2]
    held = [*_members(value), *_added(bench, owner, target)]
    certain = (
        _is_initialised(bench, value)
        and all(_is_member(bench, each, kind) for each in held)
        and len(bindings(bench, target)) == 1
        and not _is_kept_apart(bench, value, target)
        and all(_is_shared(bench, use, kind) for use in _uses(bench, target))
        and (not isinstance(value, (cst.Dict, cst.DictComp)) or _has_plain_keys(value))
    )
    return bench.patch(f"Use {name}", "safe" if certain else "unsafe", wrapped(bench, value, name))


def _is_kept_apart(bench: Bench, value: cst.BaseExpression, target: cst.BaseExpression) -> bool:
    """A list around a single module hides it on purpose; so it is where the parts have an optimizer of their own."""
    single = isinstance(value, (cst.List, cst.Tuple)) and len(value.elements) == 1
    return single or any(
        isinstance(each, cst.Call)
        and bench.called(each.func).startswith("torch.optim.")
        and any(part.deep_equals(target) for part in walk(each))
        for each in walk(bench.text.module)
    )


def _target(bench: Bench, value: cst.CSTNode) -> cst.BaseExpression | None:
    statement = bench.text.parent(value)
    found = list(targets(statement)) if statement is not None else []
    return found[0] if len(found) == 1 and isinstance(found[0], cst.Attribute) else None


def _registers_by_name(owner: cst.ClassDef) -> bool:
    """The class registers its parts one by one: a second name for each would change what is saved."""
    return any(
        isinstance(each, cst.Call)
        and (
            (isinstance(each.func, cst.Name) and each.func.value in _BY_NAME)
            or ((found := method(each)) is not None and found[1] in _BY_NAME)
        )
        for each in walk(owner)
    )


def _can_be_keys(value: cst.BaseExpression) -> bool:
    """No key that a container module turns down: it wants strings."""
    keys: list[cst.BaseExpression] = []
    if isinstance(value, cst.Dict):
        keys = [each.key for each in value.elements if isinstance(each, cst.DictElement)]
    elif isinstance(value, cst.DictComp):
        keys = [value.key]
    numbers = (cst.Integer, cst.Float, cst.Tuple)
    return not any(isinstance(each, numbers) for each in keys)


def _has_plain_keys(value: cst.Dict | cst.DictComp) -> bool:
    """Every key is written out, and is a name that a module can give to a child."""
    if isinstance(value, cst.DictComp):
        return False
    keys = [each.key if isinstance(each, cst.DictElement) else None for each in value.elements]
    texts = [each.evaluated_value if isinstance(each, cst.SimpleString) else None for each in keys]
    return all(
        isinstance(each, str) and each and "." not in each and each not in MODULE_NAMES_IN_USE
        for each in texts
    )


def _is_initialised(bench: Bench, value: cst.CSTNode) -> bool:
    """super().__init__() has run: before that a module takes no children."""
    start = bench.text.span(value)[0]
    return any(
        (found := method(each)) is not None and found[1] == "__init__" and bench.text.span(each)[1] <= start
        for each in walk(bench.text.function(value))
    )


def _members(value: cst.BaseExpression) -> Iterator[cst.BaseExpression]:
    if isinstance(value, cst.ListComp):
        yield value.elt
    elif isinstance(value, cst.DictComp):
        yield value.value
    elif isinstance(value, cst.Dict):
        yield from (each.value for each in value.elements)
    else:
        yield from elements(value) or []


def _added(bench: Bench, owner: cst.ClassDef, target: cst.BaseExpression) -> Iterator[cst.BaseExpression]:
    """What the class puts into the container later."""
    for each in walk(owner):
        found = method(each)
        if found is not None and isinstance(each, cst.Call) and found[0].deep_equals(target):
            if found[1] in _ADDING and (value := positional(each, _ADDING[found[1]])) is not None:
                yield value
            elif found[1] in ("extend", "update"):
                yield each  # of which nobody has looked at the parts


def _is_member(bench: Bench, value: cst.BaseExpression, kind: str) -> bool:
    """A module, or a parameter, for certain: made on the spot, or by the one assignment to a local name."""
    if isinstance(value, cst.Name):
        bound = [each for each in bindings(bench, value) if isinstance(each, cst.Assign)]
        return len(bound) == 1 == len(bindings(bench, value)) and _is_member(bench, bound[0].value, kind)
    if not isinstance(value, cst.Call):
        return False
    called, found = bench.called(value.func), method(value)
    if kind.startswith("Parameter"):
        return called == "torch.nn.Parameter"
    if found is not None and found[1] in RETURN_THEMSELVES and not called:
        return _is_member(bench, found[0], kind)
    own = isinstance(value.func, cst.Name) and any(
        isinstance(each, cst.ClassDef) and each.name.value == value.func.value and _is_module(bench, each)
        for each in walk(bench.text.module)
    )
    return own or (called.startswith("torch.nn.") and called.rpartition(".")[2][:1].isupper())


def _is_module(bench: Bench, made: cst.ClassDef) -> bool:
    return any(bench.called(each.value).startswith("torch.nn.") for each in made.bases)


def _uses(bench: Bench, target: cst.BaseExpression) -> Iterator[cst.Attribute]:
    """Everywhere in the file that something has an attribute of this name, but for `self` of another class."""
    assert isinstance(target, cst.Attribute)
    owner = in_class(bench, target)
    for each in walk(bench.text.module):
        if isinstance(each, cst.Attribute) and each.attr.value == target.attr.value and each is not target:
            if bench.code(each.value) != "self" or in_class(bench, each) is owner:
                yield each


def _is_shared(bench: Bench, use: cst.Attribute, kind: str) -> bool:
    """The container is only read, item by item, or changed by a method that both kinds have."""
    place = bench.text.parent(use)
    if isinstance(place, cst.Attribute):
        return place.attr.value in _SHARED[kind].split()
    if isinstance(place, cst.Subscript):
        # An item that is replaced has to be a module again.
        return place.value is use and not isinstance(bench.text.parent(place), (cst.AssignTarget, cst.Del))
    if isinstance(place, (cst.For, cst.CompFor)):
        return place.iter is use
    if isinstance(place, cst.Arg):
        call = bench.text.parent(place)
        known = ("len", "enumerate", "zip", "reversed", "range", "list", "iter", "torch.nn.Sequential")
        named = bench.called(call.func) or bench.code(call.func) if isinstance(call, cst.Call) else ""
        return named in known
    return isinstance(place, (cst.ComparisonTarget, cst.StarredElement))


def is_meant_to_be_learned(bench: Bench, value: cst.BaseExpression) -> bool:
    """A fresh tensor that says so itself, in a module that is ready for it and never gives the name away."""
    target = _target(bench, value)
    made = next(
        (
            each
            for each in walk(value)
            if isinstance(each, cst.Call)
            and bench.called(each.func).startswith("torch.")
            and (
                keyword(each, "requires_grad") is not None or bench.called(each.func) == "torch.nn.Parameter"
            )
        ),
        None,
    )
    if made is None or target is None or not _is_initialised(bench, value):
        return False
    short = bench.called(made.func).rpartition(".")[2]
    inside = positional(made, 0) if short == "Parameter" else made
    start = bench.called(inside.func).rpartition(".")[2] if isinstance(inside, cst.Call) else ""
    return start in FRESH_TENSORS and root(target) == "self" and len(bindings(bench, target)) == 1


_CONTAINERS: dict[type[Misuse], tuple[str, str]] = {
    ParametersInContainer: ("torch.nn.ParameterList", "torch.nn.ParameterDict"),
    ModulesInContainer: ("torch.nn.ModuleList", "torch.nn.ModuleDict"),
}


def fix(bench: Bench) -> Patch | None:
    about, value = bench.draft.about, _assigned_value(bench)
    if not isinstance(about, Misuse) or value is None:
        return None
    if type(about) in _CONTAINERS:
        dictionary = isinstance(value, (cst.Dict, cst.DictComp))
        name = bench.name(_CONTAINERS[type(about)][dictionary])
        if name is None or not (dictionary or isinstance(value, (cst.List, cst.ListComp, cst.Tuple))):
            return None
        return contained(bench, value, name)
    if isinstance(about, UnregisteredParameter):
        return _parameter(bench, value)
    if isinstance(about, UntrackedVariable) and isinstance(value, cst.Call):
        return _tracked(bench, value)
    return None


_ONLY_IN_KERAS_3 = ("keras.ops.", "keras.random.", "keras.Variable")


def _tracked(bench: Bench, made: cst.Call) -> Patch | None:
    """A variable of Keras: there is none before version 3, where a tf.Variable was tracked as well."""
    name = bench.name("keras.Variable")
    known = ("name", "trainable", "dtype")
    if name is None or any(
        arg.keyword.value not in known if arg.keyword is not None else number > 0 or arg.star
        for number, arg in enumerate(made.args)
    ):
        return None
    recent = any(
        bench.called(node).startswith(_ONLY_IN_KERAS_3)
        for node in walk(bench.text.module)
        if isinstance(node, (cst.Name, cst.Attribute))
    )
    return bench.patch(
        "Use a Keras variable", "safe" if recent else "unsafe", [bench.replace(made.func, name)]
    )


def _assigned_value(bench: Bench) -> cst.BaseExpression | None:
    line = bench.text.alone(bench.node)
    statement = line.body[0] if line is not None else None
    if isinstance(statement, (cst.Assign, cst.AnnAssign)):
        return statement.value
    return None


def _parameter(bench: Bench, value: cst.BaseExpression) -> Patch | None:
    """The finished value as one Parameter; what marked a part of it before is taken away."""
    name = bench.name("torch.nn.Parameter")
    if name is None:
        return None
    changes: list[Change] = []
    for node in walk(value):
        if not isinstance(node, cst.Call):
            continue
        flag, found = keyword(node, "requires_grad"), method(node)
        if bench.called(node.func) == "torch.nn.Parameter" and (inside := positional(node, 0)) is not None:
            changes.extend(bench.become(node, inside))
        elif flag is not None:
            changes.append(bench.drop_argument(node, flag))
        elif found is not None and found[1] == "requires_grad_":
            changes.append(bench.chop(node, found[0]))
    first, last = wrapped(bench, value, name)
    sure: Applicability = "safe" if is_meant_to_be_learned(bench, value) else "unsafe"
    return bench.patch("Make this a parameter", sure, [first, *changes, last])
