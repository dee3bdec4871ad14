"""Checks of one gradient: against finite differences, against the program with the fix, at a singular point."""

from __future__ import annotations

import ast
import re

from gradlint.confirm.repro.listeners import beginning, listening, reached
from gradlint.confirm.repro.parts import Check, Insert, Record, lines, number, numbers
from gradlint.confirm.runner.execute.statement_numbers import statements

_STOPPING = """
def _noted(found):
    _asked.append(found)
    if len(_asked) == {calls}:
        _check()
        raise SystemExit  # what comes after this call is not needed
"""
_MOVE_TORCH = """
def _move():
    \"\"\"Put {label} where the function is singular.\"\"\"
    {source}.data.fill_({fill})
"""
_MOVE_TENSORFLOW = """
def _moved(value):
    \"\"\"Put {label} where the function is singular.\"\"\"
    there = np.full_like(np.array(tf.convert_to_tensor(value)), {fill})
    {first}if hasattr(value, "assign"):
        value.assign(there)
        return value
    return tf.constant(there)
"""
_MOVE_JAX = """
def _moved(args, argnums):
    \"\"\"The arguments with {label} where the function is singular.\"\"\"
    args, position = list(args), {position}
    for argument in argnums if isinstance(argnums, (tuple, list)) else (argnums,):
        leaves, structure = jax.tree_util.tree_flatten(args[argument])
        if position < len(leaves):
            there = np.full_like(leaves[position], {fill})
            {first}leaves[position] = jax.numpy.asarray(there)
            args[argument] = jax.tree_util.tree_unflatten(structure, leaves)
            break
        position -= len(leaves)
    return args
"""


def by_differences(framework: str, record: Record, script: str, device: str) -> Check | None:
    """The gradient that the program asks for beside what finite differences gave."""
    inserts = _inserts(framework, record, script)
    if inserts is None:
        return None
    found = _found(framework, record)
    return _assembled(framework, record, script, device, inserts, lines(found + _judgement(record)))


def at_the_edge(framework: str, record: Record, script: str, device: str) -> Check | None:
    """The gradient with its source moved to where the function is singular: it has to be finite."""
    inserts = _inserts(framework, record, script)
    source = record.get("source") or {}
    if inserts is None or (framework != "jax" and source.get("statement") is None):
        return None
    fill, first = (
        ("0.0", float(record["point"].split()[0])) if " " in record["point"] else (record["point"], None)
    )
    values = {"label": record["label"], "fill": float(fill), "position": record.get("position") or 0}
    if framework == "torch":
        place = reached(source["tail"], "torch")
        more = "" if first is None else f"    {place}.data[(0,) * {place}.dim()] = {first}\n"
        move = _MOVE_TORCH.format(source=place, **values) + more
        inserts = (Insert(source["statement"], f"_source.append({source['name']}); _move()", source["name"]),)
    elif framework == "tensorflow":
        move = _MOVE_TENSORFLOW.format(
            first="" if first is None else f"there.flat[0] = {first}\n    ", **values
        )
        name = source["name"]
        line = f"{name} = _moved({name})" if not source["tail"] else f"_moved({name}{source['tail']})"
        inserts = (*inserts, Insert(source["statement"], line, name))
    else:
        move = _MOVE_JAX.format(
            first="" if first is None else f"there.flat[0] = {first}\n            ", **values
        )
    after = lines(_found(framework, record) + _finite(record))
    check = _assembled(framework, record, script, device, inserts, after)
    before = check.before
    if framework == "jax":
        plain = "            _note((args, kwargs), gradients_of(result, has_aux))"
        there = plain.replace("result,", "differentiated(*_moved(args, argnums), **kwargs),")
        before = tuple(there if line == plain else line for line in before)
    return Check((*before, "", *lines(move)), check.inserts, check.after)


def beside(framework: str, record: Record, script: str, device: str) -> Check | None:
    """A gradient, or what the program leaves behind, beside the same of the program with the fix."""
    if record["call"] is not None:
        inserts = _inserts(framework, record, script)
        if inserts is None:
            return None
        after = lines(_found(framework, record) + _same(record))
        return _assembled(framework, record, script, device, inserts, after)
    source, leaf = record.get("source"), record.get("leaf")
    inserts = ()
    if leaf:
        value = f"jax.tree_util.tree_leaves({leaf[0]})[{leaf[1]}]"
    elif source and source.get("statement") is not None:
        value = reached(source["tail"], framework) + (".grad" if record.get("stored") else "")
        inserts = (Insert(source["statement"], f"_source.append({source['name']})", source["name"]),)
    else:
        return None
    before = (*beginning(framework, record, device), *listening(framework, record, script))
    if "_source = []" not in "\n".join(before) and inserts:
        before = (*before, "", "_source = []  # what is trained")
    text = f"_found = _listed({value})\n" + _same(record)
    return Check(before, inserts, lines(text))


def _assembled(
    framework: str,
    record: Record,
    script: str,
    device: str,
    inserts: tuple[Insert, ...],
    after: tuple[str, ...],
) -> Check:
    start = beginning(framework, record, device)
    if not record.get("stops"):
        return Check((*start, *listening(framework, record, script)), inserts, after)
    # The program does not come to its end by itself, so the check is made as soon as there is something to see.
    function = ("def _check():", *(f"    {line}" for line in after))
    stopping = lines(_STOPPING.format(calls=record["call"] + 1))
    early = (*start, *listening(framework, record, script, "_noted"), "", "", *function, "", "", *stopping)
    return Check(early, inserts, ('assert _asked, "the program asks for no gradient"',))


def _inserts(framework: str, record: Record, script: str) -> tuple[Insert, ...] | None:
    """The line that tells the listener what the gradient is asked for; None where there is no place for it."""
    if framework == "numpy":
        function = str(record["label"]).partition(":")[0]
        for position, node in enumerate(statements(ast.parse(script))):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name == function:
                return (Insert(position, f"{function} = _listening({function})"),)
        return None
    if framework != "torch":
        return ()
    source = record.get("source")
    if source is None or source.get("statement") is None:
        only_function = re.search(r"\bgrad\(", script) and ".backward(" not in script
        return () if only_function else None
    if ".backward(" not in script and re.search(r"\bgrad\(", script):
        return ()
    return (Insert(source["statement"], f"_source.append({source['name']})", source["name"]),)


def _found(framework: str, record: Record) -> str:
    text = f'assert len(_asked) > {record["call"]}, "the gradient of {record["label"]} is not requested"\n'
    position = "" if framework == "torch" else f"[{record.get('position') or 0}]"
    return f"{text}_found = _asked[{record['call']}]{position}\n"


def _judgement(record: Record) -> str:
    label, symptom, expected = record["label"], record["symptom"], record["expected"]
    if symptom == "nan":
        return _finite(record)
    text = f'assert _found is not None, "the gradient of {label} is None{_described(record)}"\n'
    zero = f'"the gradient of {label} is 0 in every element{_described(record)}"'
    arrives = f"assert max(map(abs, _found), default=0.0) > 1e-6, {zero}\n"
    if symptom == "arrives":
        return text + arrives + _finite(record)
    if record.get("wide") is not None or symptom == "unrelated" or _is_level(record):
        return text + arrives + _right(label)
    if expected is None:
        return text + _finite(record)
    if record["elements"]:
        allowed = _allowed(record, record["elements"], record["found"])
        return text + _compared(label, numbers(record["elements"]), "_found", allowed)
    along = _along(record)
    slope = "_found[0]" if record["size"] == 1 else "sum(one * other for one, other in zip(_found, _along))"
    allowed = _allowed(record, [expected], None if record["slope"] is None else [record["slope"]])
    return f"{text}{along}_found = [{slope}]\n" + _compared(
        label, f"[{number(expected)}]", "_found", allowed, along
    )


def _described(record: Record) -> str:
    if record.get("wide") is not None:
        return f", though over a finite range the target changes by {number(record['wide'])} per unit"
    if record["symptom"] in {"unrelated", "arrives"}:
        return ""
    if record["elements"]:
        return f", finite differences say {numbers(record['elements'])}"
    if record["expected"] is None:
        return ""
    where = "" if record["size"] == 1 else " along a random vector"
    return f", finite differences say {number(record['expected'])}{where}"


def _is_level(record: Record) -> bool:
    """A gradient of zero for a sum that does not change either: what changes is each of its terms."""
    expected = record["expected"]
    return record["symptom"] == "zero" and expected is not None and abs(expected) <= 1e-4


def _along(record: Record) -> str:
    if record["size"] == 1:
        return ""
    if record["along"] is not None:
        return f"_along = {numbers(record['along'])}  # a random vector\n"
    size, seed = record["size"], record["seed"]
    return (
        f"_generator = np.random.default_rng({seed})  # a random vector\n"
        f"_along = _generator.choice(np.array([-1.0, 1.0]), {size}) * _generator.uniform(0.5, 1.5, {size})\n"
        f"_along = (_along * min({size} ** 0.5, 4.0) / np.linalg.norm(_along)).tolist()\n"
    )


def _allowed(record: Record, expected: list[float], found: list[float] | None) -> float:
    """What rounding may do, and never as much as what is wrong."""
    largest: float = max(abs(each) for each in (*expected, *(found or ())))
    allowed = 1e-2 * largest + 3 * float(record["noise"]) + 1e-5
    if record["symptom"] == "right" or found is None or len(found) < len(expected):
        return allowed
    apart: float = max(abs(one - other) for one, other in zip(found, expected, strict=False))
    return min(allowed, apart / 2)


def _compared(label: str, expected: str, found: str, allowed: float, along: str = "") -> str:
    where = " along a random vector" if along else ""
    sentence = f"the gradient of {label}{where} is {{{found}}}"
    return (
        f"_expected = {expected}  # by finite differences\n"
        f'assert len({found}) == len(_expected), f"{sentence}, finite differences say {{_expected}}"\n'
        f"assert all(abs(one - other) <= {allowed:.3g} for one, other in zip({found}, _expected)), (\n"
        f'    f"{sentence}, finite differences say {{_expected}}"\n'
        f")\n"
        f'print(f"{sentence}, finite differences say {{_expected}}")\n'
    )


def _finite(record: Record) -> str:
    label = record["label"]
    return (
        f"assert _found is not None and all(abs(each) < float('inf') for each in _found), (\n"
        f'    f"the gradient of {label} is not finite: {{_found[:8]}}"\n'
        f")\n"
    ) + _right(label)


def _right(label: str) -> str:
    return f'print(f"the gradient of {label} is {{_found[:8]}}")\n'


def _same(record: Record) -> str:
    what = f"the gradient of {record['label']}" if record["kind"] == "gradient" else record["label"]
    if not record["at"]:
        size = record["size"]
        return f'assert len(_found) == {size}, f"{what} has {{len(_found)}} elements, with the fix {size}"\n'
    apart: float = max(
        abs(one - other) for one, other in zip(record["found"], record["expected"], strict=True)
    )
    allowed = apart / 2 if apart == apart and apart != float("inf") else 1e-2
    return (
        f'assert len(_found) == {record["size"]}, f"{what} has {{len(_found)}} elements"\n'
        f"_found = [_found[each] for each in {record['at']}]\n"
        f"_expected = {numbers(record['expected'])}  # with the fix\n"
        f"assert all(abs(one - other) <= {allowed:.3g} for one, other in zip(_found, _expected)), (\n"
        f'    f"{what} is {{_found}}, with the fix it is {{_expected}}"\n'
        f")\n"
        f'print(f"{what} is {{_found}}, with the fix it is {{_expected}}")\n'
    )
