"""Abstract values: what a name can stand for while a program is followed.

Immutable values live in variables; whatever Python can change in place (tensors, lists,
instances, tapes) lives on the heap as a frozen record behind a `Ref`, so that a branch can be
explored on a cheap copy and the two heaps joined again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import libcst as cst

from gradlint.analysis.domain.graph import NOBODY, Node, Place, Recorder, Recorders
from gradlint.analysis.project.outline import Outline
from gradlint.core.records import dataclass, field

Lang = Literal["torch", "tensorflow", "jax", "numpy", "python"]
Dtype = Literal["float", "int", "bool", "complex"]
Shape = tuple[int | None, ...]
ViewKind = Literal["view", "multi", "expand", "maybe", "data", "detach"]


@dataclass(frozen=True, slots=True)
class Const:
    """A Python literal, or a number whose value is known."""

    value: object


@dataclass(frozen=True, slots=True)
class Lib:
    """A module, class or function of a library, by its canonical dotted name."""

    name: str


@dataclass(frozen=True, slots=True)
class Ref:
    id: int


@dataclass(frozen=True, slots=True, eq=False)
class Scope:
    """The variables of one running function, module or class body."""

    names: dict[str, Value]
    parent: Scope | None = None
    top: Outline | None = None
    """For the names of another module, which one that is."""

    @property
    def module(self) -> Outline | None:
        """The other module of the project in which this is; None in the file that is linted."""
        scope = self
        while scope.parent is not None:
            scope = scope.parent
        return scope.top

    def find(self, name: str) -> Value | None:
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.parent
        return None


@dataclass(frozen=True, slots=True, eq=False)
class Func:
    """A function of the analysed program."""

    name: str
    node: cst.FunctionDef | cst.Lambda
    scope: Scope
    decorators: tuple[Value, ...] = ()
    owner: Class | None = None
    defaults: Mapping[str, Value] = field(default_factory=dict)
    wrapped: Func | None = None
    """The function that a decorator of the program was given, where this is what it gave back."""


def as_written(func: Func) -> Func:
    """The function itself, below whatever decorators of the program stand for it."""
    while func.wrapped is not None:
        func = func.wrapped
    return func


@dataclass(frozen=True, slots=True, eq=False)
class Class:
    """A class of the analysed program."""

    name: str
    node: cst.ClassDef
    bases: tuple[Value, ...]
    names: dict[str, Value]
    scope: Scope
    library: str | None = None
    """The canonical name of the first library class this one derives from."""


@dataclass(frozen=True, slots=True)
class Bound:
    """`receiver.name`, a method of a library object or of something unknown."""

    receiver: Value
    name: str


@dataclass(frozen=True, slots=True)
class Method:
    """A method of the analysed program bound to its instance."""

    func: Func
    receiver: Value


@dataclass(frozen=True, slots=True)
class Partial:
    func: Value
    args: tuple[Value, ...] = ()
    kwargs: tuple[tuple[str, Value], ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several functions of the program: which of them hangs on a branch."""

    options: tuple[Func | Method | Bound, ...]


@dataclass(frozen=True, slots=True)
class Transform:
    """A function transformation such as jax.grad(f) or tf.function(f)."""

    kind: str
    func: Value
    options: tuple[tuple[str, Value], ...] = ()
    place: Place | None = field(default=None, compare=False)

    def option(self, name: str) -> Value | None:
        return dict(self.options).get(name)


@dataclass(frozen=True, slots=True)
class Unknown:
    """Anything not understood: harmless, differentiable, possibly a source itself."""

    node: Node
    lang: Lang | None = None


Value = Const | Lib | Ref | Func | Class | Bound | Method | Partial | Choice | Transform | Unknown


@dataclass(frozen=True, slots=True)
class View:
    """How an array shares the memory of another."""

    base: int
    kind: ViewKind
    writes: int
    """How often the memory had been written when the view was taken."""
    plain: bool
    """The base did not require a gradient then."""
    scattered: bool = False
    """It does not lie in one piece, or in another order: to lay it out anew takes a copy."""
    paused: bool = False
    """Taken, or a view of one taken, where nothing was recorded."""


@dataclass(frozen=True, slots=True)
class Array:
    """A tensor, variable, ndarray, or a Python number taken from one."""

    lang: Lang
    node: Node
    dtype: Dtype | None = None
    shape: Shape | None = None
    tracked: Recorders = NOBODY
    seen_by: Recorders = NOBODY
    """Transformations in which this is a tracer, also where no gradient flows."""
    maybe: bool = False
    """Whether a gradient is required depends on something unknown."""
    leaf: bool = False
    storage: int = 0
    view: View | None = None
    variable: bool = False
    trainable: bool = True
    parameter: bool = False
    retains: bool = False
    inference: bool = False
    name: str = ""
    precision: str = ""
    """The float type where it is known and not the default: float16 or bfloat16."""
    frozen: frozenset[str] = frozenset()
    """Where one array stands for all tensors of a layer: those that were frozen one by one."""

    @property
    def wants(self) -> bool:
        """Whether it asks for a gradient: a frozen parameter of torch does not."""
        return self.lang != "torch" or bool(self.tracked)


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list, tuple or set. `items` is None once its length is unknown; `rest` stands for any item."""

    kind: Literal["list", "tuple", "set"]
    items: tuple[Value, ...] | None
    rest: Value | None = None
    either: tuple[Ref, ...] = ()
    """The lists of which this is one, where only a branch tells which: what is added here is added to one of them."""


@dataclass(frozen=True, slots=True)
class Dictionary:
    items: Mapping[object, Value]
    rest: Value | None = None
    factory: Value | None = None
    """What makes the values that a defaultdict is asked for and has not got."""


@dataclass(frozen=True, slots=True)
class Instance:
    """An object of a class of the analysed program."""

    cls: Class
    attrs: Mapping[str, Value]
    node: Node
    """Stands for all parameters that are not known one by one."""


@dataclass(frozen=True, slots=True)
class Layer:
    """A library layer or model: nn.Linear(...), keras.layers.Dense(...), a loss or a metric."""

    lang: Lang
    name: str
    options: Mapping[str, Value]
    params: Ref | None
    children: tuple[Value, ...] = ()
    keys: tuple[Value, ...] = ()
    """The names of the children of a ModuleDict."""
    built: bool = False
    """A Keras layer has weights only once it has seen an input."""
    loose: bool = False
    """Filled by a loop or from a list of unknown length: which child follows on which is not known."""


@dataclass(frozen=True, slots=True)
class Params:
    """model.parameters(), model.trainable_variables: the arrays are known, the list is not."""

    arrays: tuple[Ref, ...]
    whole: bool = True
    """False where something unknown may be among them."""
    owner: Value | None = None
    listed: str = ""
    """By which attribute they were listed: variables, trainable_variables."""
    unbuilt: Place | None = None
    """Where they were listed before the model had any."""


@dataclass(frozen=True, slots=True)
class Tape:
    recorder: Recorder
    entered: bool | None = False
    consumed: bool | None = False
    consumed_at: Place | None = None


@dataclass(frozen=True, slots=True)
class Manager:
    """A context manager that changes what is recorded: no_grad(), stop_recording()."""

    kind: Literal[
        "grad_off", "grad_on", "inference", "stop_recording", "record", "init_scope", "concrete", "unknown"
    ]
    place: Place
    tape: Recorder | None = None


@dataclass(frozen=True, slots=True)
class Object:
    """Any other library object, by the name of its class: an optimizer, a distribution, a data loader."""

    name: str
    args: tuple[Value, ...] = ()
    options: Mapping[str, Value] = field(default_factory=dict)


HeapObject = Array | Sequence | Dictionary | Instance | Layer | Params | Tape | Manager | Object
