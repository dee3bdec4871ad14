"""GL8: gradients written by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gradlint.detect.draft import Draft, DraftLabel, Program, detects
from gradlint.flow.facts import Handwritten
from gradlint.model import Severity

Words = tuple[str, str, str]
"""The message, what stands under the finding, the help."""


def _drafts(
    program: Program,
    wording: dict[str, Callable[[Handwritten], Words]],
    severity: Callable[[Handwritten], Severity],
    label: Callable[[Handwritten], str] = lambda fact: "",
) -> Iterator[Draft]:
    for fact in program.flow.handwritten:
        words = wording.get(fact.kind)
        if words is None:
            continue
        message, under, help_ = words(fact)
        said = label(fact)
        labels = (DraftLabel("note", said, fact.related.node),) if fact.related is not None and said else ()
        yield Draft(
            fact.place.node,
            message,
            help_,
            fact.lang,  # type: ignore[arg-type]
            severity(fact),
            tuple(each for each in labels if each.node is not fact.place.node),
            under,
            about=fact,
        )


def _sure(fact: Handwritten) -> Severity:
    return Severity.ERROR if fact.certain else Severity.WARNING


def _gradients(count: int) -> str:
    return f"{count} gradient{'s' if count != 1 else ''}"


# -- GL801 --------------------------------------------------------------------------------


def _count(fact: Handwritten) -> Words:
    if fact.detail == "defjvps":
        return (
            f"defjvps gives {fact.found} rules for the {fact.expected} arguments of {fact.name}: "
            "raises ValueError",
            "one rule per argument",
            "give one rule per argument, None where there is no derivative",
        )
    said = {
        "torch": f"function {fact.name}Backward returned an incorrect number of gradients "
        f"(expected {fact.expected}, got {fact.found}): raises RuntimeError",
        "tensorflow": f"custom_gradient function expected to return {fact.expected} gradients, "
        f"but returned {fact.found} instead: raises ValueError",
    }.get(
        fact.lang,
        f"the rule of {fact.name} returns {_gradients(fact.found)} for {fact.expected} arguments: "
        "raises TypeError",
    )
    missing = fact.expected - fact.found
    help_ = "return one gradient per input, None for an input that needs none"
    if missing < 0:
        help_ = "return exactly one gradient per input"
    return said, f"{_gradients(fact.found)} for {fact.expected}", help_


def _not_a_tuple(fact: Handwritten) -> Words:
    return (
        f"the vjp rule of {fact.name} must return a tuple with one cotangent per argument, "
        "this is no tuple: raises TypeError",
        "not a tuple",
        "return (g,): a tuple even for one argument, None for an argument without a gradient",
    )


def _list(fact: Handwritten) -> Words:
    return (
        f"backward of {fact.name} returns a list, which counts as one gradient: raises RuntimeError",
        "a list, not a tuple",
        "return the gradients as a tuple",
    )


def _not_a_pair(fact: Handwritten) -> Words:
    pair = "(output, residuals)" if fact.detail == "fwd" else "(output, tangent)"
    return (
        f"the {fact.detail} rule of {fact.name} must return a pair {pair}: raises TypeError",
        "not a pair",
        f"return {pair}",
    )


def _rule_parameters(fact: Handwritten) -> Words:
    wanted = {
        "fwd": "the arguments of the function",
        "bwd": "the arguments in nondiff_argnums, then the residuals and the cotangent",
        "jvp": "the arguments in nondiff_argnums, then primals and tangents",
    }[fact.detail]
    return (
        f"the {fact.detail} rule of {fact.name} is called with {fact.expected} arguments "
        f"and takes {fact.found}: raises TypeError",
        f"takes {fact.found}, is given {fact.expected}",
        f"take {wanted}",
    )


def _upstream_count(fact: Handwritten) -> Words:
    return (
        f"{fact.detail} of {fact.name} takes {_gradients(fact.found)} "
        f"although there are {fact.expected} results: raises TypeError",
        f"called with {fact.expected}",
        "take one upstream gradient per result",
    )


def _unused_tangent(fact: Handwritten) -> Words:
    return (
        f"the jvp rule of {fact.name} does not use `{fact.detail}`: the gradient is silently zero",
        "the tangent does not depend on the tangents",
        "multiply the derivative by the tangent",
    )


def _swapped_pair(fact: Handwritten) -> Words:
    return (
        f"the jvp rule of {fact.name} returns (tangent, output) where (output, tangent) is wanted",
        "the other way round",
        "return (output, tangent)",
    )


def _no_rule(fact: Handwritten) -> Words:
    method = f"def{fact.detail}"
    return (
        f"No {fact.detail.upper()} defined for custom_{fact.detail} function {fact.name} using {method}: "
        "raises AttributeError",
        f"called without a {method}",
        f"give the rule first: {fact.name}.{method}(...)",
    )


def _variables(fact: Handwritten) -> Words:
    return (
        f"{fact.name} uses the variable `{fact.detail}`, so its gradient function must accept "
        "the keyword argument 'variables': raises TypeError",
        "no `variables` argument",
        "take variables=None and return (gradients, variable_gradients), or pass the variable as an argument",
    )


def _origin(fact: Handwritten) -> str:
    if fact.kind in ("count", "not-a-tuple", "list") and fact.expected:
        return f"{fact.expected} input{'s' if fact.expected != 1 else ''}"
    return ""


@detects("GL801")
def wrong_count(program: Program) -> Iterator[Draft]:
    """A rule that does not give one gradient per input."""
    wording: dict[str, Callable[[Handwritten], Words]] = {
        "count": _count,
        "not-a-tuple": _not_a_tuple,
        "list": _list,
        "not-a-pair": _not_a_pair,
        "rule-parameters": _rule_parameters,
        "upstream-count": _upstream_count,
        "unused-tangent": _unused_tangent,
        "swapped-pair": _swapped_pair,
        "no-rule": _no_rule,
        "variables": _variables,
    }
    return _drafts(program, wording, _sure, _origin)


# -- GL802 --------------------------------------------------------------------------------


def _ignored(fact: Handwritten) -> Words:
    return (
        f"the gradient of {fact.name} does not use `{fact.detail}`: "
        "wrong by that factor wherever the result is used further",
        "the upstream gradient is lost here",
        f"multiply by {fact.detail}" if "," not in fact.detail else "multiply by the upstream gradient",
    )


def _partly_ignored(fact: Handwritten) -> Words:
    return (
        f"one of the gradients of {fact.name} does not use `{fact.detail}`: wrong by that factor",
        "the upstream gradient is lost for one input",
        "multiply every gradient by the upstream gradient",
    )


def _swapped_arguments(fact: Handwritten) -> Words:
    first, second = fact.detail.split(", ")
    return (
        f"bwd of {fact.name} is called as bwd(residuals, cotangent): here `{first}` is the residuals and "
        f"`{second}` the cotangent",
        "the other way round",
        f"take ({second}, {first})",
    )


@detects("GL802")
def ignored_upstream(program: Program) -> Iterator[Draft]:
    """A rule that forgets the chain rule."""
    wording: dict[str, Callable[[Handwritten], Words]] = {
        "ignored": _ignored,
        "partly-ignored": _partly_ignored,
        "swapped-arguments": _swapped_arguments,
    }
    return _drafts(program, wording, _sure)


# -- GL803 --------------------------------------------------------------------------------


def _instance_call(fact: Handwritten) -> Words:
    return (
        f"{fact.name} is instantiated and called: raises RuntimeError "
        "(Legacy autograd function with non-static forward method is deprecated)",
        "called as an instance",
        f"use {fact.name}.apply(...)",
    )


def _instance_made(fact: Handwritten) -> Words:
    return (
        f"{fact.name}(...) makes an instance of the Function, not a tensor: nothing is computed",
        "instantiated",
        f"use {fact.name}.apply(...)",
    )


def _kept(fact: Handwritten) -> Words:
    what, _, name = fact.detail.partition(" ")
    return (
        f"the {what} `{name}` is kept as an attribute of ctx: "
        "a later in-place change goes unnoticed and the gradient is wrong",
        "kept where autograd does not look",
        f"use ctx.save_for_backward({name}) and ctx.saved_tensors",
    )


def _unmarked_write(fact: Handwritten) -> Words:
    return (
        f"forward of {fact.name} changes its input `{fact.detail}` in place without mark_dirty: "
        "the gradient of every other use is wrong",
        "changed in place",
        f"call ctx.mark_dirty({fact.detail}) and return it, or work on a clone",
    )


def _first_order(fact: Handwritten) -> Words:
    return (
        f"backward of {fact.name} leaves autograd by .{fact.detail}: "
        "a second derivative through it is silently wrong",
        "not differentiable again",
        "write it with differentiable operations, or mark it @once_differentiable so that the attempt raises",
    )


def _misuse_severity(fact: Handwritten) -> Severity:
    return Severity.INFO if fact.kind == "first-order" else _sure(fact)


@detects("GL803")
def function_misuse(program: Program) -> Iterator[Draft]:
    """A torch.autograd.Function used against its contract."""
    wording: dict[str, Callable[[Handwritten], Words]] = {
        "instance-call": _instance_call,
        "instance-made": _instance_made,
        "kept": _kept,
        "unmarked-write": _unmarked_write,
        "first-order": _first_order,
    }
    return _drafts(program, wording, _misuse_severity)


# -- GL804 --------------------------------------------------------------------------------


def _wrong(fact: Handwritten) -> Words:
    target, found, expected = fact.detail.split("|")
    said = {
        "wrong-shape": f"has shape {found} where the input has {expected}: "
        "a broadcast axis is not summed, or an operand is not transposed",
        "wrong-sign": "has the opposite sign",
        "wrong-factor": f"is {found} times what it should be",
        "wrong-value": f"disagrees with the forward formula ({found} where its differences give {expected})",
    }[fact.kind]
    return (
        f"the gradient of {fact.name} for `{target}` {said}",
        "does not agree",
        "derive it again, and compare it with central differences in float64",
    )


@detects("GL804")
def wrong_gradient(program: Program) -> Iterator[Draft]:
    """A formula and its written gradient that disagree."""
    kinds = ("wrong-shape", "wrong-sign", "wrong-factor", "wrong-value")
    wording: dict[str, Callable[[Handwritten], Words]] = dict.fromkeys(kinds, _wrong)
    # Reading is not running: until the pair has been executed this stays a note.
    return _drafts(program, wording, lambda fact: Severity.INFO, lambda fact: "the formula")


# -- GL805 --------------------------------------------------------------------------------


def _same_point(fact: Handwritten) -> Words:
    return (
        f"both evaluations see the same array ({fact.detail}): the difference is zero",
        "the same memory, not a copy",
        "perturb copies: w.copy() in NumPy, w.clone() in torch, copy.deepcopy for a dictionary of arrays",
    )


def _unrestored(fact: Handwritten) -> Words:
    return (
        f"`{fact.detail}` is moved in a loop and never moved back: "
        "the later differences are taken at another point",
        "moved here",
        "restore the element after the evaluations, or perturb a copy",
    )


def _integer_step(fact: Handwritten) -> Words:
    name = f"`{fact.detail}` holds integers" if fact.detail else "the array holds integers"
    return (
        f"{name}: the step is truncated to zero and so is the difference",
        "truncated here",
        "make the array floating first: np.asarray(w, dtype=np.float64)",
    )


def _small_step(fact: Handwritten) -> Words:
    return (
        f"a step of {fact.detail} in float32 is below what the difference can resolve: "
        "few or no digits are right",
        "too small for float32",
        "compute in float64, or take a step of about 1e-2 to 1e-3",
    )


def _one_sided(fact: Handwritten) -> Words:
    return (
        "a one-sided difference has an error proportional to the step",
        "one-sided",
        "use the central difference (f(x + h) - f(x - h)) / (2 * h)",
    )


def _difference_severity(fact: Handwritten) -> Severity:
    return Severity.INFO if fact.kind == "one-sided" else _sure(fact)


@detects("GL805")
def unreliable_difference(program: Program) -> Iterator[Draft]:
    """A numerical gradient that cannot be trusted as a check."""
    wording: dict[str, Callable[[Handwritten], Words]] = {
        "same-point": _same_point,
        "unrestored": _unrestored,
        "integer-step": _integer_step,
        "small-step": _small_step,
        "one-sided": _one_sided,
    }
    return _drafts(program, wording, _difference_severity)
