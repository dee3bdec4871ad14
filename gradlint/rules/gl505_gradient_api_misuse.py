"""GL505: A gradient function used in a way that cannot work."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

import libcst as cst

from gradlint.analysis.domain.faults import FaultKind
from gradlint.analysis.domain.misuses import (
    ArgnumsOutOfRange,
    GradNotCalled,
    GradOfCall,
    HasAuxMismatch,
    JvpWithoutTuples,
    KerasMinimize,
    MissingHasAux,
    Misuse,
    NotOnlyArrays,
    SwappedValueAndGrad,
    TfGradients,
    TupleArithmetic,
)
from gradlint.analysis.project.syntax import elements, parameters, returns, walk
from gradlint.core.model import Applicability, Severity
from gradlint.rules.shared.bench import Bench, calls_in, keyword, method, positional
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.evidence import may_be_a_list, uses
from gradlint.rules.shared.patch import Change, Patch
from gradlint.rules.shared.transforms import (
    GRADS,
    differentiated_function,
    first_call,
    has_one_primal,
    is_pullback,
    is_used_once,
    transform_behind,
)
from gradlint.rules.shared.wording import Wording, Wordings, faults, worded

_API: Wordings = {
    GradOfCall: Wording(
        "{fact.transform} is given a value, not a function: TypeError: Expected a callable value",
        "write jax.grad(f)(x)",
        "gradient requested here",
    ),
    GradNotCalled: Wording(
        "{fact.transform}(f) is a function, not yet a gradient: TypeError: unsupported operand type(s)",
        "call the result: jax.grad(f)(x)",
        "gradient requested here",
    ),
    MissingHasAux: Wording(
        "the function returns several values: TypeError: Gradient only defined for scalar-output functions",
        "pass has_aux=True and return (loss, rest)",
        "gradient requested here",
    ),
    HasAuxMismatch: Wording(
        "has_aux=True expects a function that returns (loss, rest), this one returns "
        "{fact.returned} value(s)",
        "return exactly two values: (loss, (a, b))",
        "gradient requested here",
    ),
    ArgnumsOutOfRange: Wording(
        "differentiating with respect to argnums={fact.highest} needs that many positional arguments",
        "pass the differentiated argument by position",
        "gradient requested here",
    ),
    SwappedValueAndGrad: Wording(
        "value_and_grad returns (value, gradient): the names are swapped",
        "write value, grad = ...",
        "gradient requested here",
        Severity.WARNING,
    ),
    TupleArithmetic: Wording(
        "a vjp function returns a tuple: TypeError: can't multiply sequence by non-int of type 'float'",
        "unpack the tuple: (g,) = pull(...)",
        "gradient requested here",
    ),
    JvpWithoutTuples: Wording(
        "jax.jvp takes primals and tangents as tuples: TypeError",
        "write jax.jvp(f, (x,), (v,))",
        "gradient requested here",
    ),
    TfGradients: Wording(
        "tf.gradients is not supported when eager execution is enabled. Use tf.GradientTape instead",
        "use tf.GradientTape",
        "gradient requested here",
    ),
    NotOnlyArrays: Wording(
        "{fact.transform} takes trees of arrays, and this model holds {fact.what} as well: raises TypeError",
        "use the filtered transformation: eqx.filter_grad, eqx.filter_value_and_grad",
        "gradient requested here",
    ),
    KerasMinimize: Wording(
        "Keras 3 optimizers have no minimize: AttributeError",
        "use tf.GradientTape and apply_gradients",
        "gradient requested here",
        Severity.WARNING,  # right with the Keras of TensorFlow up to 2.15
    ),
}


_PAIRS: Mapping[FaultKind, Wording] = {
    "swapped-pairs": Wording(
        "apply_gradients takes pairs of a gradient and its variable: these are the other way round",
        "write zip(gradients, variables)",
        "variables in the place of gradients",
    ),
    "gradients-of-others": Wording(
        "these gradients were taken with respect to other variables than those that they change",
        "take the gradient with respect to the variables that are given to apply_gradients",
        "not the variables that are changed",
        Severity.WARNING,
        "paired with other variables",
    ),
    "statistics-fixed": Wording(
        "BatchNorm updates its averages while it trains, and this apply() lets nothing change: "
        "raises ModifyScopeVariableError",
        'pass mutable=["batch_stats"], and keep the statistics that apply() then returns beside the output',
        "called here without mutable",
    ),
}


def detect(program: Program) -> Iterator[Draft]:
    yield from worded(program, _API)
    yield from faults(program, _PAIRS)


_DERIVATIVE = re.compile(r"d[A-Za-z]?[A-Za-z]?$|d_|deriv|jac|hess|slope|\w*grad|\w*prime")


def fix(bench: Bench) -> Patch | None:
    about = bench.draft.about
    maker = _MAKERS.get(type(about)) if isinstance(about, Misuse) else None
    return maker(bench) if maker is not None else None


def _grad_of_call(bench: Bench) -> Patch | None:
    made = first_call(bench, *GRADS)
    inside = positional(made, 0) if made is not None else None
    if made is None or not isinstance(inside, cst.Call):
        return None
    given = ", ".join(bench.written(arg) for arg in inside.args)
    end = bench.text.inner(made)[1]
    changes = [bench.replace(inside, bench.code(inside.func)), Change(end, end, f"({given})")]
    # What is differentiated has to be passed by position; which one it is was left to the default.
    plain = len(made.args) == 1 and bool(inside.args) and inside.args[0].keyword is None
    called = isinstance(bench.text.parent(made), cst.Call)
    return bench.patch(
        "Differentiate the function, then call it", "safe" if plain and not called else "unsafe", changes
    )


def _not_called(bench: Bench) -> Patch | None:
    """The parameters of the function, where variables of the same name are at hand."""
    made = first_call(bench, *GRADS)
    func = differentiated_function(bench, made) if made is not None else None
    if made is None or func is None:
        return None
    wanted = parameters(func).names
    around = bench.text.function(made)
    known = {each.value for each in walk(around) if isinstance(each, cst.Name)}
    if not wanted or not set(wanted) <= known:
        return None
    end = bench.text.inner(made)[1]
    return bench.patch("Call the gradient function", "display", [Change(end, end, f"({', '.join(wanted)})")])


def _missing_aux(bench: Bench) -> Patch | None:
    made = transform_behind(bench)
    if made is None or keyword(made, "has_aux") is not None:
        return None
    changes: list[Change | None] = [bench.add_argument(made, "has_aux=True")]
    line = bench.text.alone(bench.node)
    statement = line.body[0] if line is not None else None
    target = statement.targets[0].target if isinstance(statement, cst.Assign) else None
    paired = bench.called(made.func) == "jax.value_and_grad"
    if target is None or not _returns_pairs(bench, made) or not is_used_once(bench, made):
        return bench.patch("Mark the rest as auxiliary", "unsafe", changes)
    first = target.elements[0].value if isinstance(target, cst.Tuple) else target
    fits = isinstance(target, cst.Tuple) and (
        not paired or isinstance(first, cst.Tuple) or _is_taken_apart(bench, first)
    )
    if not fits:
        if not paired:
            changes.append(bench.replace(target, f"{bench.code(target)}, _"))
        elif isinstance(target, cst.Tuple) and len(target.elements) == 2:
            first = target.elements[0].value
            changes.append(bench.replace(first, f"({bench.code(first)}, _)"))
        else:
            return None
    return bench.patch("Mark the rest as auxiliary", "safe", changes)


def _returns_pairs(bench: Bench, made: cst.Call) -> bool:
    """The function returns the loss and one other thing, each time."""
    func = differentiated_function(bench, made)
    found = [each.value for each in returns(func)] if func is not None else []
    return bool(found) and all(isinstance(each, cst.Tuple) and len(each.elements) == 2 for each in found)


def _is_taken_apart(bench: Bench, name: cst.BaseExpression) -> bool:
    """The first result is used as the pair that it is with an auxiliary value."""
    if not isinstance(name, cst.Name):
        return False
    places = [bench.text.parent(each) for each in uses(bench, name.value, name) if each is not name]
    return any(
        (isinstance(place, cst.Subscript) and isinstance(place.value, cst.Name))
        or (isinstance(place, cst.Assign) and isinstance(place.targets[0].target, cst.Tuple))
        for place in places
    )


def _aux_mismatch(bench: Bench) -> Patch | None:
    made = transform_behind(bench)
    func = differentiated_function(bench, made) if made is not None else None
    flag = keyword(made, "has_aux") if made is not None else None
    if made is None or func is None or flag is None:
        return None
    found = returns(func)
    several = [each for each in found if isinstance(each.value, cst.Tuple) and len(each.value.elements) > 2]
    if several and len(several) == len(found):
        changes = [_paired(bench, each.value) for each in found if isinstance(each.value, cst.Tuple)]
        # Whoever calls the function itself, or takes its results apart one by one, counts on all of them.
        alone = not any(
            isinstance(each, cst.Call) and _named(each.func) == func.name.value
            for each in walk(bench.text.module)
        )
        certain = alone and is_used_once(bench, made) and _expects_one(bench)
        return bench.patch("Return the loss and one other value", "safe" if certain else "unsafe", changes)
    return _aux_added(bench, made, func, flag)


def _named(node: cst.BaseExpression) -> str:
    return node.attr.value if isinstance(node, cst.Attribute) else getattr(node, "value", "")


def _expects_one(bench: Bench) -> bool:
    """The results are bound to two names, or to a pair and a name: one of them is for all that is auxiliary."""
    line = bench.text.alone(bench.node)
    statement = line.body[0] if line is not None else None
    target = statement.targets[0].target if isinstance(statement, cst.Assign) else None
    if not isinstance(target, cst.Tuple) or len(target.elements) != 2:
        return False
    return all(
        not isinstance(each.value, cst.Tuple) or len(each.value.elements) == 2 for each in target.elements
    )


def _paired(bench: Bench, value: cst.Tuple) -> Change:
    first = bench.text.span(value.elements[1].value)[0]
    last = bench.text.span(value.elements[-1].value)[1]
    return Change(first, last, f"({bench.text.all[first:last]})")


def _aux_added(bench: Bench, made: cst.Call, func: cst.FunctionDef, flag: cst.Arg) -> Patch | None:
    """The value that the caller unpacks is a variable of the function: it was left out of the return."""
    line = bench.text.alone(bench.node)
    statement = line.body[0] if line is not None else None
    target = statement.targets[0].target if isinstance(statement, cst.Assign) else None
    parts = elements(target) if isinstance(target, (cst.Tuple, cst.List)) else None
    paired = bench.called(made.func) == "jax.value_and_grad"
    wanted = parts[1] if parts is not None and len(parts) == 2 and not paired else None
    known = {each.value for each in walk(func.body) if isinstance(each, cst.Name)}
    found = returns(func)
    if (
        isinstance(wanted, cst.Name)
        and wanted.value in known
        and len(found) == 1
        and found[0].value is not None
    ):
        end = bench.text.span(found[0].value)[1]
        return bench.patch("Return the other value, too", "unsafe", [Change(end, end, f", {wanted.value}")])
    if paired and parts is not None and len(parts) == 2 and isinstance(parts[0], cst.Name):
        return bench.patch("There is nothing auxiliary", "safe", [bench.drop_argument(made, flag)])
    return None


def _by_position(bench: Bench) -> Patch | None:
    made, call = transform_behind(bench), first_call(bench)
    func = differentiated_function(bench, made) if made is not None else None
    line = next((each for each in calls_in(bench.node) if any(arg.keyword for arg in each.args)), None)
    if func is None or call is None or line is None:
        return None
    order = parameters(func).names
    plain = sum(arg.keyword is None for arg in line.args)
    changes: list[Change | None] = []
    for number, arg in enumerate(each for each in line.args if each.keyword is not None):
        assert arg.keyword is not None
        if plain + number >= len(order) or order[plain + number] != arg.keyword.value:
            break
        changes.append(Change(bench.text.span(arg)[0], bench.text.span(arg.value)[0], ""))
    return bench.patch("Pass the argument by position", "safe", changes) if changes else None


def _swapped(bench: Bench) -> Patch | None:
    line = bench.text.alone(bench.node)
    statement = line.body[0] if line is not None else None
    target = statement.targets[0].target if isinstance(statement, cst.Assign) else None
    if not isinstance(target, cst.Tuple) or len(target.elements) != 2:
        return None
    first, second = (each.value for each in target.elements)
    changes = [bench.replace(first, bench.code(second)), bench.replace(second, bench.code(first))]
    # `g, dg = value_and_grad(g)(x)` has its names right.
    certain = "grad" in _named(first) and _DERIVATIVE.match(_named(second)) is None
    return bench.patch("Name the value first", "safe" if certain else "unsafe", changes)


def _unpacked(bench: Bench) -> Patch | None:
    """A vjp function returns a tuple, also for one argument."""
    for node in walk(bench.node):
        if isinstance(node, cst.Call) and isinstance(node.func, cst.Name) and is_pullback(bench, node.func):
            end = bench.text.inner(node)[1]
            sure: Applicability = "safe" if has_one_primal(bench, node.func) else "unsafe"
            return bench.patch("Take the first element", sure, [Change(end, end, "[0]")])
    names = {each.value for each in walk(bench.node) if isinstance(each, cst.Name)}
    for node in walk(bench.text.function(bench.node)):
        if isinstance(node, cst.Assign) and isinstance(node.value, cst.Call):
            target = node.targets[0].target
            if isinstance(target, cst.Name) and target.value in names and is_pullback(bench, node.value.func):
                certain = has_one_primal(bench, node.value.func) and not _is_taken_apart(bench, target)
                change = bench.replace(target, f"({target.value},)")
                return bench.patch("Unpack the tuple", "safe" if certain else "unsafe", [change])
    return None


def _tuples(bench: Bench) -> Patch | None:
    call = first_call(bench, "jax.jvp")
    given = [positional(call, at) for at in (1, 2)] if call is not None else []
    changes = [
        Change(*bench.text.span(each), f"({bench.code(each)},)")
        for each in given
        if each is not None and not may_be_a_list(bench, each)
    ]
    return bench.patch("Pass tuples", "safe", changes) if changes else None


def _taped(bench: Bench) -> Patch | None:
    """`tf.gradients(ys, xs)` by a tape around what computes ys."""
    call, tape = first_call(bench, "tf.gradients"), bench.name("tf.GradientTape")
    line = bench.text.statement(bench.node)
    block = bench.text.block(line) if line is not None else None
    if call is None or tape is None or block is None:
        return None
    named = [keyword(call, "ys"), keyword(call, "xs")]
    target, sources = (arg.value if arg is not None else positional(call, at) for at, arg in enumerate(named))
    made = next(
        (
            each
            for each in block.body
            if isinstance(each, cst.SimpleStatementLine)
            and isinstance(each.body[0], cst.Assign)
            and target is not None
            and each.body[0].targets[0].target.deep_equals(target)
        ),
        None,
    )
    if target is None or sources is None or made is None:
        return None
    several = isinstance(sources, (cst.List, cst.Tuple))
    asked = f"tape.gradient({bench.code(target)}, {bench.code(sources)})"
    wrapped = bench.wrap(made, f"with {tape}() as tape:")
    if wrapped is None:
        return None
    indent = bench.text.indent(made) + bench.text.step
    head, _, rest = wrapped.content.partition("\n")
    watched = f"{head}\n{indent}tape.watch({bench.code(sources)})\n{rest}"
    changes = [
        Change(wrapped.start, wrapped.end, watched),
        bench.replace(call, asked if several else f"[{asked}]"),
    ]
    return bench.patch("Use a tape", "unsafe", changes)


def _minimized(bench: Bench) -> Patch | None:
    """One step written out: tape, gradient, apply_gradients."""
    line, tape = bench.text.alone(bench.node), bench.name("tf.GradientTape")
    statement = line.body[0] if line is not None else None
    call = statement.value if isinstance(statement, cst.Expr) else None
    found = method(call) if call is not None else None
    if line is None or tape is None or found is None or not isinstance(call, cst.Call):
        return None
    loss, listed = positional(call, 0), keyword(call, "var_list")
    variables = listed.value if listed is not None else positional(call, 1)
    if loss is None or variables is None or not (isinstance(loss, cst.Lambda) or _is_function(bench, loss)):
        return None
    value = bench.code(loss.body) if isinstance(loss, cst.Lambda) else f"{bench.code(loss)}()"
    indent, step = bench.text.indent(line), bench.text.step
    names = bench.code(variables)
    written = (
        f"with {tape}() as tape:\n{indent}{step}loss = {value}\n"
        f"{indent}grads = tape.gradient(loss, {names})\n"
        f"{indent}{bench.code(found[0])}.apply_gradients(zip(grads, {names}))"
    )
    return bench.patch("Write the step out", "unsafe", [bench.replace(statement, written)])  # type: ignore[arg-type]


def _is_function(bench: Bench, node: cst.BaseExpression) -> bool:
    """A function of this file, or a name that a lambda is bound to; a tensor cannot be computed again."""
    name = node.attr.value if isinstance(node, cst.Attribute) else getattr(node, "value", None)
    return any(
        (isinstance(each, cst.FunctionDef) and each.name.value == name)
        or (
            isinstance(each, cst.Assign)
            and isinstance(each.value, cst.Lambda)
            and each.targets[0].target.deep_equals(node)
        )
        for each in walk(bench.text.module)
    )


_MAKERS: dict[type[Misuse], Callable[[Bench], Patch | None]] = {
    GradOfCall: _grad_of_call,
    GradNotCalled: _not_called,
    MissingHasAux: _missing_aux,
    HasAuxMismatch: _aux_mismatch,
    ArgnumsOutOfRange: _by_position,
    SwappedValueAndGrad: _swapped,
    TupleArithmetic: _unpacked,
    JvpWithoutTuples: _tuples,
    TfGradients: _taped,
    KerasMinimize: _minimized,
}
