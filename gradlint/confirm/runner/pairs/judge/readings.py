"""Which returned array is the gradient of which input, and what a gradient's parameters stand for."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ..find.names import CACHES, OUTPUTS, RATES, is_cotangent, is_same, target_of
from ..run.arrays import Array, NotNumbers, read
from .plan import Given, Reading, Unfit

WEIGHTS = frozenset("w weights weight theta params beta coef coefs parameters coefficients".split())


VARIABLES = frozenset("x z v u input inputs pred preds y_pred logits scores".split())
"""Of two inputs of one shape these are the ones a gradient is taken for."""


@dataclass(frozen=True)
class Role:
    kind: Literal["input", "upstream", "output", "cache", "rate", "default"]
    name: str = ""
    """The input of the formula."""


@dataclass(frozen=True)
class Roles:
    roles: tuple[Role, ...]
    sure: bool = True
    note: str = ""

    @property
    def upstreams(self) -> int:
        return sum(role.kind == "upstream" for role in self.roles)

    def swapped(self, name: str) -> Roles:
        """The same with the result in place of an input: a derivative may be written in the result."""
        made = tuple(Role("output") if role.name == name else role for role in self.roles)
        return Roles(made, False, "the derivative is written in terms of the result")


def roles_of(
    inputs: Sequence[str],
    known: Sequence[str],
    taken: Sequence[str],
    optional: int,
    results: Sequence[str] = (),
) -> Iterator[Roles]:
    """What the parameters of a gradient stand for: by their names, then by trying.

    `inputs` are given to the formula, `known` are all its parameters, `results` what it calls its result; the
    last `optional` of `taken` have defaults.
    """
    found = [
        _role(name, inputs, known, results, position >= len(taken) - optional)
        for position, name in enumerate(taken)
    ]
    matched = {role.name for role in found if role is not None and role.kind == "input"}
    for position, name in enumerate(taken):
        if found[position] is None and name.lower() in OUTPUTS and matched == set(inputs):
            found[position] = Role("output")
    unknown = [position for position, role in enumerate(found) if role is None]
    if not unknown:
        ready = tuple(role for role in found if role is not None)
        yield Roles(ready)
        if optional and any(role.kind == "upstream" for role in ready[-optional:]):
            # backward(dout=1): the last of a chain may leave out what is one anyway
            left = tuple(
                Role("default") if role.kind == "upstream" and position >= len(ready) - optional else role
                for position, role in enumerate(ready)
            )
            yield Roles(left, False, "the upstream gradient is left at its default")
        return
    if len(unknown) > 3:
        return
    free = [name for name in inputs if all(role is None or role.name != name for role in found)]
    choices = [Role("input", name) for name in free]
    if not any(role is not None and role.kind == "upstream" for role in found):
        choices.append(Role("upstream"))
    choices.append(Role("output"))
    for chosen in itertools.permutations(choices, len(unknown)):
        made = list(found)
        for position, role in zip(unknown, chosen):
            made[position] = role
        ready = tuple(role for role in made if role is not None)
        plain = [role.name for role in ready if role.kind == "input"] == list(inputs) == free
        yield Roles(
            ready, sure=plain and len(taken) == len(inputs), note="the parameters were matched by trying"
        )


def _role(
    name: str, inputs: Sequence[str], known: Sequence[str], results: Sequence[str], has_default: bool
) -> Role | None:
    if name in inputs:
        return Role("input", name)
    if name in known:
        return Role("default", name)
    lower = name.lower()
    if lower in RATES:
        return Role("rate")
    if lower in CACHES:
        return Role("cache")
    if name in results:
        return Role("output")
    if is_cotangent(name) or any(is_same(base, each) for base in target_of(name) for each in results):
        return Role("upstream")
    if has_default:
        return Role("default", name)
    same = [each for each in inputs if is_same(each, name)]
    if len(same) == 1:
        return Role("input", same[0])
    if lower in OUTPUTS and len(lower) > 1:  # one letter may as well mean the input
        return Role("output")
    return None


# -- what comes back -----------------------------------------------------------------------


def readings_of(
    result: Any, shapes: dict[str, tuple[int, ...]], labels: frozenset[str], names: list[str] | None
) -> list[Reading]:
    """The ways to understand what a gradient gave back; `shapes` are the inputs to differentiate for."""
    if isinstance(result, dict):
        return _from_dictionary(result, list(shapes))
    if isinstance(result, (tuple, list)) and any(_is_array(each) or each is None for each in result):
        return _from_several([_numbers(each) for each in result], shapes, labels, names)
    value = _numbers(result)
    if value is None:
        raise Unfit("the gradient returns None")
    return _from_one(value, shapes, labels, names)


def _is_array(value: Any) -> bool:
    return hasattr(value, "shape")


def _numbers(value: Any) -> Array | None:
    if value is None:
        return None
    try:
        return read(value)
    except NotNumbers as error:
        raise Unfit(f"the gradient returns something that is no array ({error})") from None


def _from_dictionary(result: dict[Any, Any], targets: list[str]) -> list[Reading]:
    parts = []
    for position, (key, value) in enumerate(result.items()):
        target = _named(str(key), targets)
        if target is not None and value is not None:
            parts.append(Given(target, _numbers(value), position, access=f"result[{key!r}]"))
    if not parts:
        raise Unfit(f"the keys {', '.join(map(str, result))} match no input")
    return [Reading(tuple(parts))]


def _named(name: str, targets: Sequence[str]) -> str | None:
    """The input that a name like dW, grad_W or W means."""
    for base in (*target_of(name), name):
        for target in targets:
            if is_same(base, target):
                return target
    return None


def _from_one(
    value: Array, shapes: dict[str, tuple[int, ...]], labels: frozenset[str], names: list[str] | None
) -> list[Reading]:
    meant = [name for name in shapes if name not in labels] or list(shapes)
    said = _named(names[0], meant) if names and len(names) == 1 and names[0] not in shapes else None
    fitting = [name for name in meant if _fits(value, shapes[name])]
    found: list[Reading] = []
    if said is not None and said in fitting:
        found.append(Reading((Given(said, value),)))
    clear = fitting if len(fitting) == 1 else [name for name in fitting if name.lower() in WEIGHTS]
    clear = clear or [name for name in fitting if name.lower() in VARIABLES]
    for name in [*clear, *fitting]:  # nobody differentiates with respect to labels
        sure = len(clear) == 1 and name == clear[0]
        found.append(Reading((Given(name, value),), sure))
    if not found:
        name = said or next((n for n in meant if n.lower() in WEIGHTS), meant[0])
        found.append(Reading((Given(name, value),), len(meant) == 1 or said is not None))
    return found


def _fits(value: Array, shape: tuple[int, ...]) -> bool:
    return tuple(s for s in value.shape if s != 1) == tuple(s for s in shape if s != 1)


def _from_several(
    values: list[Array | None],
    shapes: dict[str, tuple[int, ...]],
    labels: frozenset[str],
    names: list[str] | None,
) -> list[Reading]:
    targets = list(shapes)
    meant = [name for name in targets if name not in labels]
    found: list[Reading] = []
    if names is not None and len(names) == len(values):
        said = _completed([_named(name, targets) for name in names], targets)
        known = [each for each in said if each is not None]
        if known and len(set(known)) == len(known):
            parts = [
                Given(name, value, position, access=f"result[{position}]")
                for position, (name, value) in enumerate(zip(said, values))
                if name is not None and value is not None
            ]
            found.append(Reading(tuple(parts), sure=len(known) == len(names)))
    for group in (targets, meant):
        if len(values) == len(group):
            found.append(_in_order(values, group, sure=not found))
    if len(values) < len(targets):
        for chosen in itertools.combinations(meant if len(values) <= len(meant) else targets, len(values)):
            found.append(_in_order(values, list(chosen), sure=False))
    elif len(values) > len(targets):
        found.append(_in_order(values[: len(targets)], targets, sure=False))
    if len(values) <= 3:
        for order in itertools.permutations(targets, len(values)):
            if all(value is None or _fits(value, shapes[name]) for name, value in zip(order, values)):
                found.append(_in_order(values, list(order), sure=False))
    if not found:
        raise Unfit(f"{len(values)} gradients for {len(targets)} inputs")
    return found


def _completed(said: list[str | None], targets: list[str]) -> list[str | None]:
    """As many names without an input as inputs without a name: they belong together in their order."""
    left = [target for target in targets if target not in said]
    if said.count(None) != len(left) or len(left) == len(targets):
        return said
    return [each if each is not None else left.pop(0) for each in said]


def _in_order(values: Sequence[Array | None], names: list[str], sure: bool) -> Reading:
    parts = [
        Given(name, value, position, access=f"result[{position}]")
        for position, (name, value) in enumerate(zip(names, values))
        if value is not None
    ]
    return Reading(tuple(parts), sure)
