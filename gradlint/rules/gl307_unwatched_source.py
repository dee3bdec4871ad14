"""GL307: The tape was never told to follow the source."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.facts import BadSource
from gradlint.analysis.project.syntax import all_parameters, root, walk
from gradlint.core.model import Severity
from gradlint.rules.shared import moves
from gradlint.rules.shared.bench import Bench, keyword, method, positional
from gradlint.rules.shared.draft import Draft, Program, story
from gradlint.rules.shared.evidence import root_of, targets, written
from gradlint.rules.shared.leaves import called, rebound
from gradlint.rules.shared.patch import Change, Patch


def detect(program: Program) -> Iterator[Draft]:
    for bad in program.flow.bad_sources:
        if bad.reason == "integer" or rebound(program, bad.array) is not None:
            continue
        node = bad.place.node
        name = (_written(node) if bad.place.stack or not bad.name else "") or bad.name
        what = called(name)
        if bad.reason == "autowatch":
            assert bad.tape.place is not None
            node = bad.tape.place.node
            message = f"watch_accessed_variables=False and {what} is never watched, so its gradient is None"
        elif bad.reason == "ndarray" and _is_watch(node):
            message = f"{what} is a NumPy array: raises ValueError: Passed in object of type 'ndarray', not tf.Tensor"
        elif bad.reason == "ndarray":
            message = f"{what} is a NumPy array: raises AttributeError: 'numpy.ndarray' object has no attribute '_id'"
        elif bad.reason == "number":
            message = f"{what} is a Python number, which cannot be a source"
        elif bad.reason == "nontrainable":
            message = f"{what} is not trainable and not watched by the tape, so its gradient is None"
        else:
            message = f"{what} is not watched by the tape, so its gradient is None"
        if bad.reason in ("ndarray", "number"):
            help_ = "convert the array with tf.convert_to_tensor before the tape, and watch the tensor"
        else:
            help_ = f"add `tape.watch({name or 'x'})` as the first line of the `with` block"
        yield Draft(
            node,
            message,
            help_,
            "tensorflow",
            Severity.ERROR,
            story(bad.array.node, bad.place, node),
            "the tape refuses it" if _is_watch(node) else "gradient requested here, but not watched",
            about=bad,
        )


def _written(request: cst.CSTNode) -> str:
    """What the source is called where its gradient is requested or where it is handed to the tape, if by one name."""
    source = positional(request, 0 if _is_watch(request) else 1) if isinstance(request, cst.Call) else None
    return cst.Module([]).code_for_node(source) if isinstance(source, (cst.Name, cst.Attribute)) else ""


def _is_watch(node: cst.CSTNode) -> bool:
    called = node.func if isinstance(node, cst.Call) else None
    return isinstance(called, cst.Attribute) and called.attr.value == "watch"


# -- tapes --------------------------------------------------------------------------------


def fix(bench: Bench) -> Patch | None:
    bad = bench.draft.about
    if not isinstance(bad, BadSource) or bad.tape.place is None:
        return None
    tape = bad.tape.place.node
    flag = keyword(tape, "watch_accessed_variables") if isinstance(tape, cst.Call) else None
    if bad.reason == "autowatch" and not bad.name and flag is not None and isinstance(tape, cst.Call):
        # A tape does not take the variables of Keras into its watch().
        return bench.patch("Let the tape watch variables", "safe", [bench.drop_argument(tape, flag)])
    block, name = moves.with_block(bench, tape), moves.name_of_tape(bench, tape)
    source = _source(bench, bad)
    first = moves.first_of(block) if block is not None else None
    if block is None or name is None or source is None or first is None:
        return None
    changes: list[Change | None] = []
    watched = any(
        (found := method(node)) is not None and found[1] == "watch" and bench.code(found[0]) == name
        for node in walk(block)
    )
    if bad.reason in ("ndarray", "number"):
        convert = bench.name("tf.convert_to_tensor")
        changes.append(bench.before(block, f"{source} = {convert}({source})"))
    if not watched or bad.reason not in ("ndarray", "number"):
        made = _made_inside(bench, block, source)
        if made is None and not _is_there(bench, bad, block, source):
            return None
        line = f"{name}.watch({source})"
        changes.append(bench.before(first, line) if made is None else bench.after(made, line))
    safe = bad.reason in ("unwatched", "nontrainable", "autowatch") and bool(bad.name) and "[" not in source
    safe = safe and not _may_be_variable(bench, source)
    return bench.patch(f"Watch {source}", "safe" if safe else "unsafe", changes)


def _is_there(bench: Bench, bad: BadSource, block: cst.With, source: str) -> bool:
    """The source is made before the block, and is the same when its gradient is requested."""
    name, function = root_of(source), bench.text.function(block)
    if bench.text.function(bad.place.node) is not function or name in written(block.body):
        return False
    binding = [each for each in walk(function) if any(root(target) == name for target in targets(each))]
    start, asked = bench.text.span(block)[0], bench.text.span(bad.place.node)[0]
    if any(start < bench.text.span(each)[0] < asked for each in binding):
        return False
    early = any(bench.text.span(each)[0] < start for each in binding)
    given = isinstance(function, cst.FunctionDef) and name in all_parameters(function)
    return early or given or not binding


def _may_be_variable(bench: Bench, source: str) -> bool:
    """Something else is bound to the attribute in another place, perhaps a variable, which is watched anyway."""
    made = [
        each
        for each in walk(bench.text.module)
        if any(isinstance(target, cst.Attribute) and bench.code(target) == source for target in targets(each))
    ]
    return len(made) > 1


def _source(bench: Bench, bad: BadSource) -> str | None:
    """The source as the program writes it."""
    call = next((each for each in walk(bad.place.node) if isinstance(each, cst.Call)), None)
    found = method(call) if call is not None else None
    if call is None or found is None:
        return bad.name or None
    given = positional(call, 0 if found[1] == "watch" else 1)
    if isinstance(given, (cst.List, cst.Tuple)) and len(given.elements) == 1:
        given = given.elements[0].value
    if isinstance(given, (cst.Name, cst.Attribute, cst.Subscript)):
        return bench.code(given)
    return bad.name or None


def _made_inside(bench: Bench, block: cst.With, source: str) -> cst.CSTNode | None:
    """The statement of the block that binds the source, if it is bound there."""
    for node in walk(block.body):
        if isinstance(node, cst.AssignTarget) and bench.code(node.target) == source:
            return bench.text.alone(node)
    return None
