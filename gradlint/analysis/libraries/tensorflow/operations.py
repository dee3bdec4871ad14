"""TensorFlow functions: variables, tapes, operations."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.domain.graph import NO_GRADIENT, SPARSE_GRADIENT, CutKind, Recorder
from gradlint.analysis.domain.misuses import NoneInArithmetic
from gradlint.analysis.domain.values import Const, Dtype, Object, Tape, Unknown, Value
from gradlint.analysis.interpreter import registry
from gradlint.analysis.interpreter.arithmetic import dtype_of, shape_of
from gradlint.analysis.interpreter.calls import Arguments
from gradlint.analysis.interpreter.inplace_writes import note_host_call
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.interpreter.op_shapes import wanted_shape
from gradlint.analysis.libraries.common.apply_operation import apply, chosen_dtype, dtype_named
from gradlint.analysis.libraries.tensorflow.keras_factories import ACTIVATIONS
from gradlint.analysis.monitors import registration
from gradlint.knowledge.names.operations import Op
from gradlint.knowledge.names.tensorflow import TF_FACTORIES
from gradlint.knowledge.tables import OpFacts, table


@registry.function("tf.Variable", "keras.Variable")
def variable(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    initial = args.get(0, "initial_value") or args.get(0, "initializer")
    shape = None
    if initial is not None:
        shape = shape_of(machine, initial)
    dtype = chosen_dtype(args.get(-1, "dtype"), None if initial is None else dtype_of(machine, initial))
    made = machine.source(
        "tensorflow",
        "variable",
        node,
        op=name,
        inputs=((initial, "value"),) if initial is not None else (),
        cut="copy",
        dtype=dtype,
        shape=shape,
        variable=True,
        trainable=args.flag("trainable", 1) is not False,
    )
    registration.note_variable(machine, made, node)
    return made


@registry.function("tf.constant")
def constant(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    value = args.get(0, "value") or Const(0.0)
    array = machine.array(value)
    if array is not None and array.lang == "tensorflow" and not array.variable:
        return value  # an eager tensor passes through, gradient and all
    if isinstance(value, Unknown):
        return Unknown(machine.node("constant", machine.place(node), ((value, "value"),)), "tensorflow")
    dtype = chosen_dtype(args.get(1, "dtype"), dtype_of(machine, value))
    return machine.compute(
        "tensorflow",
        "constant",
        node,
        ((value, "value"),),
        dtype=dtype,
        shape=_constant_shape(machine, value, args, node),
        cut="copy" if machine.edges(value) else None,
    )


def _constant_shape(
    machine: Machine, value: Value, args: Arguments, node: cst.CSTNode
) -> tuple[int | None, ...] | None:
    if (shape := args.get(2, "shape")) is not None:
        return wanted_shape(machine, (shape,), {}, node)
    return shape_of(machine, value)


@registry.function("tf.convert_to_tensor", "tf.identity", "tf.ensure_shape", "keras.ops.convert_to_tensor")
def convert(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    value = args.get(0, "value") or args.get(0, "input") or Const(0.0)
    dtype = chosen_dtype(args.get(1, "dtype"), dtype_of(machine, value))
    if name == "tf.convert_to_tensor" and _is_tensor(machine, value):
        return value  # of a tensor it is that tensor, and no operation
    if isinstance(value, Unknown):
        return Unknown(machine.node("identity", machine.place(node), ((value, "value"),)), "tensorflow")
    return machine.compute(
        "tensorflow", "identity", node, ((value, "value"),), dtype=dtype, shape=shape_of(machine, value)
    )


def _is_tensor(machine: Machine, value: Value) -> bool:
    """Neither a variable, which is read, nor a gradient, which may be IndexedSlices."""
    array = machine.array(value)
    if array is None or array.lang != "tensorflow" or array.variable:
        return False
    return array.node.op not in (Op.GRADIENT, NO_GRADIENT, SPARSE_GRADIENT)


@registry.function(
    "tf.cast", "tf.dtypes.cast", "tf.saturate_cast", "keras.ops.cast", "tf.image.convert_image_dtype"
)
def cast(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    value = args.get(0, "x")
    dtype = dtype_named(args.get(1, "dtype"))
    if value is None:
        return machine.unknown(node)
    cut: CutKind | None = "integer" if dtype in ("int", "bool") else None
    return machine.compute(
        "tensorflow", "cast", node, ((value, "value"),), dtype=dtype, shape=shape_of(machine, value), cut=cut
    )


@registry.function("tf.stop_gradient", "keras.ops.stop_gradient")
def stop_gradient(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    value = args.get(0, "input") or Const(0.0)
    array = machine.array(value)
    return machine.compute(
        "tensorflow", "stop_gradient", node, ((value, "value"),), cut="stop",
        dtype=array.dtype if array else None, shape=array.shape if array else None,
    )  # fmt: skip


@registry.function("tf.GradientTape")
def gradient_tape(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    recorder = Recorder(
        "tape",
        machine.place(node),
        args.flag("watch_accessed_variables", 1) is not False,
        args.flag("persistent", 0) is not False and args.get(0, "persistent") is not None,
    )
    return machine.alloc(Tape(recorder))


@registry.root("tf.compat.v1.train")
def old_optimizer(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    return machine.alloc(Object("v1_optimizer:", args.pos))


@registry.function("tf.keras.backend.get_value", "keras.backend.get_value", "keras.ops.convert_to_numpy",
                   "tf.make_ndarray", "tf.get_static_value", "keras.backend.batch_get_value")  # fmt: skip
def to_numpy(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    value = args.get(0) or Const(0.0)
    note_host_call(machine, node, name, value, "conversion")
    return machine.compute("numpy", name, node, ((value, "value"),), cut="conversion")


@registry.root("tf.data")
def dataset(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    return machine.alloc(Object(f"data:{name}", args.pos))


@registry.function("tf.TensorArray")
def tensor_array(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    return machine.alloc(Object("tensorarray:", ()))


@registry.root("tf.random", "tf.compat.v1.random", "keras.random")
def random(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    if name.endswith(("set_seed", "seed", "Generator", "SeedGenerator", "get_global_generator")):
        return machine.data(node)
    facts = table("tensorflow").ops.get(name)
    if facts is not None or any(machine.edges(value) for value in args.all()):
        cut: CutKind | None = None
        if facts is not None and facts.grad != "flows":
            cut = "shuffle" if name.endswith("shuffle") else "sample"
        return machine.compute(
            "tensorflow", name.rpartition(".")[2], node, args.flows(), cut=cut, dtype="float"
        )
    dtype = chosen_dtype(args.get(-1, "dtype"), "float")
    shape = wanted_shape(machine, args.pos[:1], args.kw, node)
    return machine.compute("tensorflow", name, node, (), dtype=dtype, shape=shape)


@registry.root("tf.nest")
def nest(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """Structures of tensors: the tensors stay the same, only their containers change."""
    if name == "tf.nest.flatten" and args.pos:
        return registry.library(machine, "jax.tree.leaves", Arguments(args.pos[:1]), node)
    return machine.unknown(node, args.flows(), name)


@registry.root("tf.summary", "tf.debugging", "tf.config", "tf.train", "tf.io", "tf.saved_model", "tf.distribute",
               "tf.logging", "tf.profiler", "tf.test", "tf.print", "tf.errors", "keras.utils", "keras.backend",
               "keras.callbacks", "keras.datasets", "keras.initializers", "keras.regularizers", "keras.saving",
               "keras.preprocessing", "tensorflow_datasets", "tf.app", "tf.flags", "tf.gfile", "tf.compat.v1.app",
               "tf.compat.v1.flags", "tf.compat.v1.gfile")  # fmt: skip
def data(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    return machine.data(node)


@registry.root("tf", "tnp", "keras.ops", "keras.activations")
def operation(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    short = name.rpartition(".")[2]
    if short in TF_FACTORIES:
        return _factory(machine, short, args, node)
    if short == "ndim":
        return machine.number(node)
    if short in ("size", "shape", "rank", "shape_n"):
        return machine.compute("tensorflow", short, node, (), dtype="int")
    if short[:1].isupper():
        return machine.unknown(node, args.flows(), name)
    inputs = list(args.pos)
    for value in inputs:
        given = machine.array(value)
        if given is not None and given.node.op == NO_GRADIENT:
            machine.misuse(node, NoneInArithmetic, "tensorflow")
    kw = {key: value for key, value in args.kw.items() if key != "name"}
    for key in ("input", "x", "input_tensor", "logits", "tensor", "values"):
        if key in kw and not inputs:
            inputs.append(kw.pop(key))
    facts = facts_of(name)
    area = name == "tf.image.resize" and Const("area") in (kw.get("method"), *inputs[2:3])
    if area or name == "tf.linalg.logm":
        facts = OpFacts(grad="raises")
    result = apply(machine, "tensorflow", name, inputs, kw, node, facts)
    made = machine.node_of(result)
    if made is not None and (name.startswith("keras.") or machine.context.graph_mode):
        made.recalls = short in ACTIVATIONS
    return result


def facts_of(name: str) -> OpFacts | None:
    ops = table("tensorflow").ops
    if name.startswith("tnp."):
        return ops.get("tf.experimental.numpy." + name[4:])
    return ops.get(name)


_DTYPE_AT = {"zeros": 1, "ones": 1, "zeros_like": 1, "ones_like": 1}


def _factory(machine: Machine, short: str, args: Arguments, node: cst.CSTNode) -> Value:
    asked = args.get(_DTYPE_AT.get(short, -1), "dtype")
    if short.endswith("_like"):
        like = machine.array(args.get(0))
        return machine.compute(
            "tensorflow", short, node, (), dtype=chosen_dtype(asked, like.dtype if like else None),
            shape=like.shape if like else None,
        )  # fmt: skip
    usual: Dtype | None = "float" if short != "fill" else None
    if short == "range":
        kinds = {dtype_of(machine, value) for value in args.pos}
        usual = "float" if "float" in kinds else "int" if kinds == {"int"} else None
    shape = wanted_shape(machine, args.pos[:1], args.kw, node) if short in ("zeros", "ones", "fill") else None
    return machine.compute("tensorflow", short, node, (), dtype=chosen_dtype(asked, usual), shape=shape)
