"""What a rule predicts of a run. The oracle goes by this alone: it comes with the job, from the rule's own file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, cast, get_args

Shows = Literal[
    "gradient",  # a gradient is None, zero or wrong
    "raises",  # nothing but an exception shows it
    "not-finite",  # a gradient is infinite or not a number
    "old-gradients",  # a step uses gradients of the step before
    "lost-gradients",  # a step does not use what backward has stored
    "summed-gradients",  # a step uses a sum where the mean was meant
    "ignored-flag",  # an attribute is set that nobody reads
    "kept-graph",  # the graph of steps before stays alive
    "unregistered",  # a module does not list what it holds
    "made-anew",  # weights are made in each forward pass
    "not-stepped",  # an optimizer holds other weights than the model
    "not-stored",  # the gradient of a computed tensor is read, which keeps none
    "swapped",  # a value and a gradient have each other's names
    "not-scalar",  # the gradient of a sum is taken for that of each element
    "frozen",  # compiled code repeats what Python computed once
    "discarded",  # an update has no effect
    "broadcast",  # two shapes are spread over each other
    "activation",  # an activation is applied twice
    "wrong-count",  # a hand-written rule returns too few or too many gradients
    "ignored-upstream",  # a hand-written rule does not use what it is given
    "broken-promise",  # a torch.autograd.Function breaks what autograd relies on
    "wrong-derivative",  # a hand-written gradient is not that of its function
    "difference",  # a finite difference is too coarse or too fine
]
Trait = Literal[
    "staircase",  # small steps do not change the function; elsewhere a zero on level ground is right
    "level-term",  # it may be a term whose derivative is zero: a right gradient says nothing of what is lost
    "off-path",  # the loss does not depend on the source: to be given nothing is what is predicted
    "any-source",  # a step of the way spoils what lies behind it, not only what the finding names
    "masked",  # an infinite derivative that nothing may arrive at: some kernels give 0 for that
    "value-too",  # the value may be infinite together with its gradient
    "beside",  # it may show only beside the program with the fix
    "second-order",  # the first derivative may be right and the second not
    "without-flag",  # a tensor should have had a gradient though nothing in the program says so
    "computed",  # and such a tensor may have been computed
    "needs-producer",  # it shows only together with whatever made the flagged value
    "reveals",  # the fix makes nothing arrive: it shows that zeros stood for a gradient that is None
    "two-processes",  # it shows only where there are several: the others hold the same numbers
    "removable",  # without the flagged statement the program is right: that is compared where there is no fix
    "read-later",  # its exception comes from whoever reads what the flagged line has stored
    "only-there",  # its exception can read like any other: it must come from a row that the finding marks
]
Measure = Literal[
    "empty-parameters",  # what the flagged call is given has no parameter left in it
    "step-without-gradient",  # a step finds no gradient on any weight that it holds; others got it
    "in-no-optimizer",  # what the finding names gets a gradient, and no optimizer holds it
    "shared-memory",  # what the flagged line makes lies where a parameter lies
    "rebound-name",  # what the flagged line computes is bound to a name, and the parameter stays
    "moved-without-gradient",  # a step moves weights whose gradient was set to zero
    "step-rounded-away",  # a step leaves most weights with a gradient exactly where they were
    "vanishing-constant",  # a constant of the flagged expression is zero in the type it is used in
    "zero-gradient",  # every gradient of what the finding names is exactly zero
    "constant-result",  # the flagged expression gives exactly one, whatever it is given
    "scaled-step",  # a step uses gradients that are still multiplied by the scale of the loss
    "unscaled-loss",  # gradients are divided by a scale that their loss was never multiplied by
    "changed-scale",  # gradients are divided by another scale than their loss was multiplied by
    "uneven-mean",  # a step uses neither the sum of one loss nor the mean of several
    "cleared-sum",  # gradients are cleared between the losses that one step is made of
    "clipped-part",  # gradients are clipped before all losses of one step have given theirs
    "local-gradient",  # a step uses gradients that no other process has seen
    "process-sum",  # a step uses the sum over all processes where their mean is meant
    "dropped-result",  # the flagged call gives something else than it is given, and nobody keeps it
    "restarted-state",  # the flagged line makes the same state again and again
    "zero-result",  # what the flagged call gives is exactly zero everywhere
    "cancelled",  # what the flagged line gives is exactly zero or a thing itself, and so is every gradient
    "never-stepped",  # the flagged call gives gradients, and no optimizer ever makes a step
    "never-asked",  # the program runs to its end, asks for no gradient and moves nothing
    "uphill-step",  # what the flagged link of a chain makes goes along the gradient, and is added
    "asked-of-data",  # the flagged call differentiates by something else than what the program updates
    "recomputed-otherwise",  # the flagged expression gives something else when backward() runs it again
    "step-of-another",  # an update of a variable uses what was given as the gradient of another one
    "clipped-step",  # the flagged link of a chain is given the step, and not the gradient
]

STEPPING: frozenset[Shows] = frozenset({"old-gradients", "lost-gradients", "summed-gradients"})
"""What an optimizer uses."""
HELD: frozenset[Shows] = frozenset({"unregistered", "made-anew", "not-stepped"})
"""Weights that are not where they are looked for."""
STRUCTURAL: frozenset[Shows] = STEPPING | HELD | {"ignored-flag", "kept-graph", "not-stored"}
"""What becomes of the gradients, and not their numbers."""
LOOKED_AT: frozenset[Shows] = frozenset({"kept-graph", "not-stored"})
"""It shows in what the flagged expression works with, and whether it is gone in what stands there with the fix."""
PUT_RIGHT_AS_IT_RUNS: frozenset[Shows] = frozenset({"broadcast", "activation"})
"""The flagged expression can be put right as it runs: it is given other operands."""
MEANT_OTHERWISE: frozenset[Shows] = PUT_RIGHT_AS_IT_RUNS | {"frozen", "discarded"}
"""What is written is differentiated correctly, and is not what was meant."""
BY_ITS_END: frozenset[Shows] = STEPPING | {"raises", "kept-graph"}
"""A program that runs to its end without showing it is right."""
WITHOUT_NUMBERS: frozenset[Shows] = BY_ITS_END | MEANT_OTHERWISE
"""No gradient of the program as written decides, whatever its numbers."""
BY_HAND: frozenset[Shows] = frozenset({"wrong-derivative", "difference"})
"""The gradient is computed by a function of the program and not asked of a framework."""


@dataclass(frozen=True)
class Predicted:
    shows: Shows = "gradient"
    traits: frozenset[Trait] = frozenset()
    errors: tuple[str, ...] = ()
    """What an exception says that the rule explains: regular expressions, and families of them in braces."""
    measures: tuple[Measure, ...] = ()
    """What can be measured in the program as written, without another one beside it; not to find it clears nothing."""

    @property
    def beside(self) -> bool:
        """Whether it may show only beside the program with the fix."""
        return self.shows in MEANT_OTHERWISE or "beside" in self.traits


def predicted_of(data: Mapping[str, Any]) -> Predicted:
    """As a job says it."""
    return Predicted(
        cast(Shows, _known(data["shows"], get_args(Shows))),
        frozenset(cast(Trait, _known(each, get_args(Trait))) for each in data["traits"]),
        tuple(data["errors"]),
        tuple(cast(Measure, _known(each, get_args(Measure))) for each in data.get("measures", ())),
    )


def _known(word: str, words: tuple[str, ...]) -> str:
    if word not in words:
        raise ValueError(f"{word!r} is none of {', '.join(words)}")
    return word
