"""Checks of what happens around a gradient: steps of an optimizer, parameters nobody knows, graphs kept alive."""

from __future__ import annotations

import ast
import re

from gradlint.confirm.repro.listeners import beginning, listening
from gradlint.confirm.repro.parts import Check, Insert, Record, lines, numbers
from gradlint.confirm.runner.places import bound_by, statements

_PARAMETERS = """
_parameters = []  # what the optimizers hold
_add_group = torch.optim.Optimizer.add_param_group


def _noting_group(optimizer, group):
    _add_group(optimizer, group)
    _parameters.extend(group["params"])


torch.optim.Optimizer.add_param_group = _noting_group
"""
_GIVEN = """
from torch.optim.optimizer import register_optimizer_step_pre_hook

_given = {}  # what backward() has given to each parameter since the last step
_old = []  # gradients that a step uses for the second time
_backward = torch.autograd.backward


def _stored():
    return [None if each.grad is None else each.grad.detach().clone() for each in _parameters]


def _listen(*args, **kwargs):
    before = _stored()
    _backward(*args, **kwargs)
    for parameter, old, new in zip(_parameters, before, _stored()):
        if new is not None:
            _given[id(parameter)] = _given.get(id(parameter), 0) + (new if old is None else new - old)


def _compare(parameters):
    for parameter in parameters:
        fresh = _given.pop(id(parameter), None)
        if fresh is not None and parameter.grad is not None and not torch.allclose(parameter.grad, fresh, 1e-3, 1e-6):
            _old.append((parameter.grad.flatten()[:4].tolist(), fresh.flatten()[:4].tolist()))


def _clipping(clip):
    def comparing_first(parameters, *args, **kwargs):
        parameters = [parameters] if isinstance(parameters, torch.Tensor) else list(parameters)
        _compare(parameters)
        return clip(parameters, *args, **kwargs)

    return comparing_first


torch.autograd.backward = _listen
torch.nn.utils.clip_grad_norm_ = _clipping(torch.nn.utils.clip_grad_norm_)
torch.nn.utils.clip_grad_value_ = _clipping(torch.nn.utils.clip_grad_value_)
register_optimizer_step_pre_hook(
    lambda optimizer, *_: _compare([each for group in optimizer.param_groups for each in group["params"]])
)
"""
_GIVEN_CHECK = """
assert not _old, f"at a step the gradient is {_old[0][0]}, but the losses since the last step gave {_old[0][1]}"
print("every step uses the gradients of the losses since the last one")
"""
_ORDER = """
from torch.optim.optimizer import register_optimizer_step_pre_hook

_events = []  # what happens to the gradients, in order


def _noting(owner, name, event):
    function = getattr(owner, name)

    def noted(*args, **kwargs):
        result = function(*args, **kwargs)
        _events.append((event, None))
        return result

    setattr(owner, name, noted)


def _step(optimizer, *_):
    gradients = [each.grad for group in optimizer.param_groups for each in group["params"]]
    empty = not any(each is not None and each.any() for each in gradients)
    _events.append(("empty step" if empty else "step", id(optimizer)))


_noting(torch.autograd, "backward", "backward")
_noting(torch.nn.utils, "clip_grad_norm_", "clip")
_noting(torch.nn.utils, "clip_grad_value_", "clip")
_noting(torch.amp.GradScaler, "scale", "scale")
_noting(torch.amp.GradScaler, "unscale_", "unscale")
_noting(torch.amp.GradScaler, "update", "unscale")
register_optimizer_step_pre_hook(_step)
"""
_ORDER_CHECK = """
def _wrong():
    backward, seen, scaled, used = 0, {}, False, False
    for number, (event, optimizer) in enumerate(_events):
        if event == "backward":
            backward, used = backward + 1, False
        elif event.endswith("step"):
            filled, seen[optimizer], used = backward > seen.get(optimizer, 0), backward, True
            if filled and event == "empty step":
                return "a step finds every gradient cleared, though backward() had filled them"
            if not filled and ("backward", None) in _events[number:]:
                return "a step comes before backward()"
        elif event == "clip" and used:
            return "the gradients are clipped after the step has used them"
        elif event == "clip" and scaled:
            return "the gradients are clipped while they are multiplied by the scale"
        elif event in ("scale", "unscale"):
            scaled = event == "scale"
    return None


assert _wrong() is None, _wrong()
print("every step uses the gradients that backward() gave")
"""
_USED = """
from torch.optim.optimizer import register_optimizer_step_pre_hook

_used = []  # the first gradient that each step uses


def _step(optimizer, *_):
    gradients = [each.grad for group in optimizer.param_groups for each in group["params"] if each.grad is not None]
    _used.append(gradients[0].detach().double().flatten()[:8].tolist() if gradients else [])


register_optimizer_step_pre_hook(_step)
"""
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
_LOSSES = """
_losses = []  # what backward() was called on
_backward = torch.autograd.backward


def _listen(tensors, *args, **kwargs):
    _backward(tensors, *args, **kwargs)
    _losses.extend([tensors] if isinstance(tensors, torch.Tensor) else tensors)


torch.autograd.backward = _listen
"""
_KEPT_CHECK = """
def _tensors(value):
    if isinstance(value, torch.Tensor):
        return [value] if not value.is_leaf or value.grad is None else [value, value.grad]
    if isinstance(value, torch.nn.Module):
        return _tensors(list(value.parameters()))
    if isinstance(value, (list, tuple, set, dict)):
        return [each for one in (value.values() if isinstance(value, dict) else value) for each in _tensors(one)]
    return []


def _steps(tensors):
    waiting, found = [each.grad_fn for each in tensors if each.grad_fn is not None], {}
    while waiting:
        step = waiting.pop()
        if id(step) not in found:
            found[id(step)] = step
            waiting.extend(before for before, _ in step.next_functions if before is not None)
    return found


_names = [value for name, value in dict(globals()).items() if name != "_losses"]
_expected = [value for value in [*_names, *_kept] if any(value is each for each in _losses)] + _losses[-1:]
_more = len(_steps(_tensors(_names)).keys() - _steps(_expected).keys())
assert not _more, f"{_more} steps of the graph are kept alive besides those of the last loss"
print("nothing is kept alive besides the last loss")
"""


def steps(record: Record, device: str) -> Check:
    """What a step uses, and when."""
    start = beginning("torch", record, device)
    if record["code"] == "GL601":
        return Check((*start, "", *lines(_PARAMETERS), "", *lines(_GIVEN)), (), lines(_GIVEN_CHECK))
    return Check((*start, "", *lines(_ORDER)), (), lines(_ORDER_CHECK))


def summed(record: Record, device: str) -> Check:
    """What a step uses, beside the mean over the losses before it."""
    mean, number = record["mean"], record["step"]
    allowed = max(abs(each) for each in mean) * (record["losses"] - 1) / 2
    text = f"""
_expected = {numbers(mean)}  # the mean over {record["losses"]} losses
assert all(abs(one - other) <= {allowed:.3g} for one, other in zip(_used[{number}], _expected)), (
    f"a step uses {{_used[{number}]}}, the mean over the losses is {{_expected}}"
)
print(f"a step uses {{_used[{number}]}}, the mean over the losses is {{_expected}}")
"""
    return Check((*beginning("torch", record, device), "", *lines(_USED)), (), lines(text))


def flag(record: Record, device: str) -> Check:
    name = record["name"]
    owner = name.rpartition(".")[0]
    text = f"""
assert _flags, "{name} is never set"
assert all(one == other for one, other in _flags), f"{name} is {{_flags[0][0]}}, requires_grad is {{_flags[0][1]}}"
"""
    insert = Insert(record["statement"], f"_flags.append(({name}, {owner}.requires_grad))", name)
    return Check((*beginning("torch", record, device), "", "_flags = []"), (insert,), lines(text))


def made(record: Record, device: str) -> Check:
    return Check((*beginning("torch", record, device), "", *lines(_RUNNING)), (), lines(_MADE_CHECK))


def held(record: Record, device: str) -> Check:
    before = (*beginning("torch", record, device), "", *lines(_PARAMETERS), "", *lines(_RUNNING))
    return Check(before, (), lines(_HELD_CHECK))


def registered(framework: str, record: Record, device: str) -> Check:
    name = record["name"]
    owner = name.rpartition(".")[0]
    before = (*beginning(framework, record, device), "", "_owned = []  # what was made an attribute of what")
    insert = Insert(record["statement"], f"_owned.append(({owner}, {name}))", name)
    text = _REGISTERED_TORCH if framework == "torch" else _REGISTERED_TENSORFLOW
    return Check(before, (insert,), lines(text.format(name=name)))


def kept(record: Record, script: str, device: str) -> Check:
    """The graph that is still reachable in the end; also from inside a function, where the flagged line is."""
    before = (*beginning("torch", record, device), "", "_kept = []", *lines(_LOSSES))
    number = record.get("statement")
    found = statements(ast.parse(script))
    inserts: tuple[Insert, ...] = ()
    if number is not None and number < len(found):
        names = list(dict.fromkeys([*bound_by(found[number]), *_called_on(found[number])]))
        plain = [name for name in names if name.isidentifier()]
        if plain and _is_in_function(ast.parse(script), found[number]):
            inserts = tuple(Insert(number, f"_kept.append({name})", name) for name in plain)
    return Check(before, inserts, lines(_KEPT_CHECK))


def empty(framework: str, record: Record, script: str, device: str) -> Check:
    before = (*beginning(framework, record, device), *listening(framework, record, script))
    return Check(
        before, (), lines('assert all(_asked), "gradients are asked for an empty list"\nprint(_asked)')
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
        line = ast.literal_eval(printed[1])
        before = """
import sys

_printed = []
_write = sys.stdout.write


def _noting(text):
    _printed.append(text)
    return _write(text)


sys.stdout.write = _noting
"""
        text = f"""
_expected = {line!r}  # printed if nothing is compiled
assert _expected in "".join(_printed), f"printed: {{''.join(_printed)!r}}, but without compiling: {{_expected!r}}"
"""
        return Check((*start, "", *lines(before)), (), lines(text))
    name, _, value = instead.partition(" is ")
    text = f"""
_expected = {value}  # if nothing is compiled
assert abs({name} - _expected) <= 1e-3 * max(1.0, abs(_expected)), (
    f"{name} is {{{name}}}, without compiling {{_expected}}"
)
print(f"{name} is {{{name}}}")
"""
    return Check(start, (), lines(text))


def _called_on(statement: ast.stmt) -> list[str]:
    """`losses` in `losses.append(loss)`."""
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        function = statement.value.func
        if isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name):
            return [function.value.id]
    return []


def _is_in_function(tree: ast.Module, statement: ast.stmt) -> bool:
    return any(
        node.lineno < statement.lineno <= (node.end_lineno or 0)
        for node in ast.walk(tree)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
    )
