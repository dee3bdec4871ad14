"""Misuses: calls and statements that cannot do what they are there for. Each way of being wrong is a type.

A misuse says what is wrong and where, in the words of the framework and not of a rule: `gradlint.rules` words it.
"""

from __future__ import annotations

from gradlint.analysis.domain.graph import Node, Place
from gradlint.analysis.domain.values import Lang
from gradlint.core.records import dataclass


@dataclass(frozen=True, slots=True)
class Misuse:
    place: Place
    lang: Lang


@dataclass(frozen=True, slots=True)
class TwoPlaces(Misuse):
    """It takes two statements to be wrong."""

    related: Place | None


@dataclass(frozen=True, slots=True)
class Named(Misuse):
    """It happens to something that has a name in the program."""

    name: str


# -- JAX ---------------------------------------------------------------------------------


class BranchOnTracer(Misuse):
    """Python has to decide by a value that is only traced."""

    __slots__ = ()


MASK = "a boolean mask"


@dataclass(frozen=True, slots=True)
class DynamicShape(Misuse):
    """A shape would depend on traced values."""

    what: str


@dataclass(frozen=True, slots=True)
class TracedPosition(Misuse):
    """A list or tuple of Python is asked for the element at a traced position."""

    kind: str


class LeakedTracer(Misuse):
    """A traced value is stored where it outlives the trace."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class TypeGate(Misuse):
    """isinstance() that a tracer fails."""

    names: str


@dataclass(frozen=True, slots=True)
class UnreversibleLoop(Named):
    """A loop without a known number of turns is differentiated backwards."""

    certain: bool = True
    """No choice that is not known led there."""
    results: tuple[Node, ...] = ()
    """What comes out of it and carries a gradient that is asked for backwards."""


class HostCallback(Named):
    """Python code on the host is called with a differentiated value."""

    __slots__ = ()


class FrozenCall(Named):
    """Something that gives another value each time runs only while tracing."""

    __slots__ = ()


class FrozenRead(Named):
    """A variable that changes is read only while tracing."""

    __slots__ = ()


class StaticArgument(Named):
    """A differentiated argument is static for jit."""

    __slots__ = ()


class UnusedArgument(Named):
    """A differentiated argument is never read."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class ArgnumsOutOfRange(Misuse):
    """argnums names an argument that is not given by position."""

    highest: str


@dataclass(frozen=True, slots=True)
class GradOfCall(Misuse):
    """A transform is given the result of a call instead of a function."""

    transform: str


@dataclass(frozen=True, slots=True)
class GradNotCalled(Misuse):
    """Arithmetic with jax.grad(f) itself, which is a function."""

    transform: str


class MissingHasAux(Misuse):
    """A differentiated function returns more than its loss."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class HasAuxMismatch(Misuse):
    """has_aux=True, and the function does not return a pair."""

    returned: str


class SwappedValueAndGrad(Misuse):
    """`grad, value = value_and_grad(f)(x)`"""

    __slots__ = ()


class TupleArithmetic(Misuse):
    """Arithmetic with the tuple that a vjp function returns."""

    __slots__ = ()


class JvpWithoutTuples(Misuse):
    """Primals or tangents of jax.jvp that are no tuples."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class DiscardedUpdate(Misuse):
    """The result of a functional update is thrown away."""

    call: str


class RawGradients(Misuse):
    """optax.apply_updates is given gradients."""

    __slots__ = ()


class StaleOptimizerState(Misuse):
    """The state that optimizer.update() returns is thrown away in a loop."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class UntrainedArray(Named):
    """An array of a model that no optimizer will find."""

    held_as: str


class TrainedStatistics(Misuse):
    """All collections of a linen module are differentiated, running statistics among them."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class NotOnlyArrays(Misuse):
    """jax.grad is given a model that holds more than arrays."""

    transform: str
    what: str


@dataclass(frozen=True, slots=True)
class UpdateInsideTrace(Misuse):
    """Objects are changed under jax.jit, which only ever sees copies."""

    call: str


class RestartedOptimizer(Misuse):
    """optimizer.init() in the training loop: what the optimizer has learnt about the parameters is dropped."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class UphillChain(Misuse):
    """An optax chain without a minus."""

    link: str


@dataclass(frozen=True, slots=True)
class ClippedStep(Misuse):
    """An optax chain that clips what the optimizer has made of the gradient."""

    link: str


@dataclass(frozen=True, slots=True)
class PassedThrough(Misuse):
    """An optax optimizer that hands on some gradients as they are."""

    link: str


# -- TensorFlow --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class IntegerInput(Named):
    """A py_function on the path of the gradient is given integers as well."""

    at: tuple[int, ...]
    """Which of its arguments."""


class InnerGradientOutside(Misuse):
    """A gradient is taken after the tape that shall differentiate it has closed."""

    __slots__ = ()


class FreshSource(Named):
    """A source of the tape is made in the very call that asks."""

    __slots__ = ()


class SwappedGradientArguments(Misuse):
    """`tape.gradient(variables, loss)`"""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class AllVariables(Misuse):
    """Variables without a gradient are among the sources."""

    attribute: str


class UnbuiltVariables(Misuse):
    """The variables of a model are listed before it has any."""

    __slots__ = ()


class TfGradients(Misuse):
    """tf.gradients outside of a graph."""

    __slots__ = ()


class KerasMinimize(Misuse):
    """optimizer.minimize(), which Keras 3 does not have."""

    __slots__ = ()


class NoneInArithmetic(Misuse):
    """Arithmetic with a gradient that is None."""

    __slots__ = ()


class SparseInArithmetic(Misuse):
    """Arithmetic with a gradient that is IndexedSlices."""

    __slots__ = ()


class VariableInFunction(Misuse):
    """A tf.Variable is made at each call of a tf.function."""

    __slots__ = ()


class UntrackedVariable(Named):
    """A tf.Variable on an object that does not track it."""

    __slots__ = ()


# -- modules -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LayerInForward(Misuse):
    """A layer with weights is made at each call."""

    layer: str


@dataclass(frozen=True, slots=True)
class UnregisteredParameter(Named):
    """A tensor that is to be learned, on a module that does not list it."""

    trained: bool = True
    """An optimizer of the program is given the other weights of the module."""
    moved: bool = False
    """A parameter sent to a device of which nothing is known: to its own it would still be the same."""


@dataclass(frozen=True, slots=True)
class ParametersInContainer(Named):
    """Parameters in a plain container on a module."""

    trained: bool = True
    """An optimizer of the program is given the other weights of the module."""
    kept: str = "nn.Parameters"
    """What it holds; "tensors" that require a gradient are not even parameters."""


@dataclass(frozen=True, slots=True)
class ModulesInContainer(Named):
    """Modules in a plain container on a module."""

    trained: bool = True
    """An optimizer of the program is given the other weights of the module."""


class StaleParameters(Misuse):
    """A module is replaced after the optimizer was given its parameters."""

    __slots__ = ()


# -- PyTorch's recording -----------------------------------------------------------------


class InferenceTensorSaved(Named):
    """A tensor made under inference_mode has to be saved for backward."""

    __slots__ = ()


class ReentrantCheckpoint(Misuse):
    """A reentrant checkpoint of which no input requires a gradient."""

    __slots__ = ()


# -- the training step -------------------------------------------------------------------


class MissingZeroGrad(Named):
    """Gradients of the last step are still there when the next is taken."""

    __slots__ = ()


class LeftoverGradient(MissingZeroGrad):
    """A loop clears after each of its steps, and its first pass finds what was left before it."""

    __slots__ = ()


class UsedGradient(MissingZeroGrad):
    """A loop clears once in each pass and steps several times: later steps find what an earlier one has used."""

    __slots__ = ()


class ZeroedBeforeStep(TwoPlaces):
    """Gradients are cleared before the optimizer has used them."""

    __slots__ = ()


class StepBeforeBackward(Misuse):
    """The optimizer steps before there is a gradient."""

    __slots__ = ()


class ClippedTooEarly(TwoPlaces):
    """Gradients are clipped before they are there."""

    __slots__ = ()


class ClippedTooLate(TwoPlaces):
    """Gradients are clipped after a step has used them."""

    __slots__ = ()


class ClippedWhileScaled(TwoPlaces):
    """Gradients are clipped while they are still scaled."""

    __slots__ = ()


class BackwardTwice(TwoPlaces):
    """A second backward pass through a graph that the first has freed."""

    __slots__ = ()


class KeptGraph(Misuse):
    """What is stored keeps the graph of each turn alive."""

    __slots__ = ()


class GradientsKeepGraph(Misuse):
    """Gradients that were made with create_graph stay where they are."""

    __slots__ = ()


class UnscaledAccumulation(TwoPlaces):
    """Gradients of several batches are summed and not averaged."""

    __slots__ = ()
