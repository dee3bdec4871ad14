"""Checks of training: what the steps of an optimizer use, and how much of the graph stays alive."""

from __future__ import annotations

import ast

from gradlint.confirm.repro.listeners import beginning
from gradlint.confirm.repro.parts import Check, Insert, Record, lines, numbers
from gradlint.confirm.runner.execute.statement_numbers import bound_by, statements

PARAMETERS = """
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
_USED_KERAS = """
_used = []  # the first gradient that each step uses
_apply = keras.Optimizer.apply


def _step(optimizer, gradients, *args, **kwargs):
    gradients = list(gradients)
    known = [each for each in gradients if each is not None and hasattr(each, "numpy")]
    _used.append(np.array(known[0], dtype=float).flatten()[:8].tolist() if known else [])
    return _apply(optimizer, gradients, *args, **kwargs)


keras.Optimizer.apply = _step
"""
_BOUND = """
_used = []  # what the line with the sum leaves


def _note(value):
    _used.append(np.array(value, dtype=float).flatten()[:8].tolist())
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
    if record["shows"] == "old-gradients":
        return Check((*start, "", *lines(PARAMETERS), "", *lines(_GIVEN)), (), lines(_GIVEN_CHECK))
    return Check((*start, "", *lines(_ORDER)), (), lines(_ORDER_CHECK))


def summed(framework: str, record: Record, device: str) -> Check | None:
    """What a step uses, or a line adds up, beside the mean over the losses before it."""
    mean, number = record["mean"], -1 if record["step"] is None else record["step"]
    listening = {"torch": _USED, "tensorflow": _USED_KERAS}.get(framework, _BOUND)
    inserts: tuple[Insert, ...] = ()
    if record["step"] is None:
        if record.get("statement") is None:
            return None
        name, tail = record["name"], record["tail"]
        listening, inserts = _BOUND, (Insert(record["statement"], f"_note({name}{tail})", name),)
    allowed = max(abs(each) for each in mean) * (record["losses"] - 1) / 2
    text = f"""
_expected = {numbers(mean)}  # the mean over {record["losses"]} losses
assert all(abs(one - other) <= {allowed:.3g} for one, other in zip(_used[{number}], _expected)), (
    f"a step uses {{_used[{number}]}}, the mean over the losses is {{_expected}}"
)
print(f"a step uses {{_used[{number}]}}, the mean over the losses is {{_expected}}")
"""
    return Check((*beginning(framework, record, device), "", *lines(listening)), inserts, lines(text))


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
