"""Checks of what surrounds a gradient: who knows a parameter, what a name holds, what is frozen in a graph."""

from __future__ import annotations

import re

from gradlint.confirm.repro.listeners import beginning, listening
from gradlint.confirm.repro.parts import Check, Insert, Record, lines
from gradlint.confirm.repro.training import PARAMETERS

_RUNNING = """
_ran = []  # modules that were called
_inside = []  # modules that are being called
_strangers = []  # modules that were called by one which does not have them


def _enter(module, *_):
    if _inside and not any(each is module for each in _inside[0].modules()) and list(module.parameters()):
        _strangers.append((type(_inside[0]).__name__, type(module).__name__))
    _inside.append(module)
    _ran.append(module)


torch.nn.modules.module.register_module_forward_pre_hook(_enter)
torch.nn.modules.module.register_module_forward_hook(lambda *_: (_inside.pop(), None)[1])
"""
_MADE_CHECK = """
assert not _strangers, f"{_strangers[0][0]} calls a {_strangers[0][1]} that it does not have: nobody trains it"
print("every module that is called is known to the module that calls it")
"""
_HELD_CHECK = """
_held = {id(each) for each in _parameters}
_untrained = [
    name
    for module in _ran
    for name, parameter in module.named_parameters()
    if parameter.grad is not None and id(parameter) not in _held
]
assert not _untrained, f"{_untrained[0]} has a gradient, but no optimizer holds it"
print("every parameter with a gradient is held by an optimizer")
"""
_REGISTERED_TORCH = """
def _tensors(value):
    if isinstance(value, torch.Tensor):
        return [value] if value.requires_grad and not value._is_view() and value.is_leaf else []
    if isinstance(value, torch.nn.Module):
        return list(value.parameters())
    if isinstance(value, (list, tuple, dict)):
        return [each for one in (value.values() if isinstance(value, dict) else value) for each in _tensors(one)]
    return []


assert _owned, "{name} is never assigned"
for _owner, _value in _owned:
    _known = {{id(each) for each in _owner.parameters()}}
    _missing = [each for each in _tensors(_value) if id(each) not in _known]
    assert not _missing, f"{{type(_owner).__name__}}.parameters() does not give {{len(_missing)}} tensors of {name}"
print("{name} is among the parameters")
"""
_REGISTERED_TENSORFLOW = """
assert _owned, "{name} is never assigned"
for _owner, _value in _owned:
    _known = [*_owner.variables, *(getattr(each, "value", None) for each in _owner.variables)]
    assert not isinstance(_value, tf.Variable) or any(each is _value for each in _known), (
        f"{{type(_owner).__name__}}.variables does not give {name}"
    )
print("{name} is among the variables")
"""
_LOOSE = """
import gc

_made = []  # each weight, and the layer that made it
_add_weight = keras.Layer.add_weight


def _noting_weight(layer, *args, **kwargs):
    variable = _add_weight(layer, *args, **kwargs)
    _made.append((layer, variable))
    return variable


keras.Layer.add_weight = _noting_weight
"""
_LOOSE_CHECK = """
_named = [each for each in globals().values() if isinstance(each, keras.Layer)]
_layers = [each for each in gc.get_objects() if isinstance(each, keras.Layer)]
for _layer, _variable in _made:
    _keepers = _named + [each for each in _layers if each is not _layer]
    assert any(each is _variable for keeper in _keepers for each in keeper.variables), (
        f"{_variable.path} belongs to no layer that is kept, so it is never trained"
    )
print("every weight belongs to a layer that is kept")
"""
_PRINTED = """
import sys

_printed = []
_write = sys.stdout.write


def _noting(text):
    _printed.append(text)
    return _write(text)


sys.stdout.write = _noting
"""


def made(record: Record, device: str) -> Check:
    return Check((*beginning("torch", record, device), "", *lines(_RUNNING)), (), lines(_MADE_CHECK))


def loose(record: Record, device: str) -> Check:
    before = (*beginning("tensorflow", record, device), "", *lines(_LOOSE))
    return Check(before, (), lines(_LOOSE_CHECK))


def held(record: Record, device: str) -> Check:
    before = (*beginning("torch", record, device), "", *lines(PARAMETERS), "", *lines(_RUNNING))
    return Check(before, (), lines(_HELD_CHECK))


def registered(framework: str, record: Record, device: str) -> Check:
    name = record["name"]
    owner = name.rpartition(".")[0]
    before = (*beginning(framework, record, device), "", "_owned = []  # what was made an attribute of what")
    insert = Insert(record["statement"], f"_owned.append(({owner}, {name}))", name)
    text = _REGISTERED_TORCH if framework == "torch" else _REGISTERED_TENSORFLOW
    return Check(before, (insert,), lines(text.format(name=name)))


def flag(record: Record, device: str) -> Check:
    name = record["name"]
    owner = name.rpartition(".")[0]
    text = f"""
assert _flags, "{name} is never set"
assert all(one == other for one, other in _flags), f"{name} is {{_flags[0][0]}}, requires_grad is {{_flags[0][1]}}"
"""
    insert = Insert(record["statement"], f"_flags.append(({name}, {owner}.requires_grad))", name)
    return Check((*beginning("torch", record, device), "", "_flags = []"), (insert,), lines(text))


def empty(framework: str, record: Record, script: str, device: str) -> Check:
    before = (*beginning(framework, record, device), *listening(framework, record, script))
    return Check(
        before, (), lines('assert all(_asked), "gradients are requested for an empty list"\nprint(_asked)')
    )


def bound(framework: str, record: Record, script: str, device: str) -> Check | None:
    """A name that speaks of a gradient holds one."""
    if record.get("name") is None or record.get("statement") is None:
        return None
    start = (*beginning(framework, record, device), *listening(framework, record, script))
    name = record["name"]
    text = f"""
_held = [_listed(each) for each in jax.tree_util.tree_leaves(_bound[0])]
assert _held == _asked[0], f"{name} holds {{_held}}, the gradient is {{_asked[0]}}"
print(f"{name} holds the gradient, {{_asked[0]}}")
"""
    insert = Insert(record["statement"], f"_bound.append({name})", name)
    return Check((*start, "", "_bound = []"), (insert,), lines(text))


def frozen(framework: str, record: Record, device: str) -> Check:
    """What the program comes to is what the same lines of Python come to."""
    instead = str(record["instead"])
    start = beginning(framework, record, device)
    if printed := re.fullmatch(r"it prints (.*)", instead):
        text = f"""
_expected = {printed[1]}  # printed if nothing is compiled
assert _expected in "".join(_printed), f"printed: {{''.join(_printed)!r}}, but without compiling: {{_expected!r}}"
"""
        return Check((*start, "", *lines(_PRINTED)), (), lines(text))
    name, _, value = instead.partition(" is ")
    text = f"""
_expected = {value}  # if nothing is compiled
assert abs({name} - _expected) <= 1e-3 * max(1.0, abs(_expected)), (
    f"{name} is {{{name}}}, without compiling {{_expected}}"
)
print(f"{name} is {{{name}}}")
"""
    return Check(start, (), lines(text))
