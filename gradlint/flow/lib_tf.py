"""TensorFlow and Keras functions: variables, tapes, operations, layers."""

from __future__ import annotations

import libcst as cst

from gradlint.flow import registration, registry
from gradlint.flow.apply import apply, dtype_named
from gradlint.flow.arithmetic import dtype_of, shape_of
from gradlint.flow.calls import Arguments
from gradlint.flow.facts import Misuse
from gradlint.flow.graph import NO_GRADIENT, CutKind, EdgeRole, Recorder
from gradlint.flow.inplace import note_host_call
from gradlint.flow.iterate import elements_of
from gradlint.flow.machine import Machine
from gradlint.flow.shape_rules import wanted_shape
from gradlint.flow.values import (
    Const,
    Dtype,
    Layer,
    Lib,
    Object,
    Ref,
    Sequence,
    Tape,
    Transform,
    Unknown,
    Value,
)
from gradlint.knowledge.tables import OpFacts, table

FACTORIES = frozenset("zeros ones fill range linspace eye zeros_like ones_like".split())
WITHOUT_WEIGHTS = frozenset(
    "Activation ReLU LeakyReLU ELU Softmax Dropout SpatialDropout1D SpatialDropout2D GaussianNoise Flatten Reshape "
    "Permute RepeatVector Lambda Input InputLayer Add Subtract Multiply Average Maximum Minimum Concatenate Dot "
    "MaxPooling1D MaxPooling2D MaxPooling3D AveragePooling1D AveragePooling2D AveragePooling3D UpSampling1D "
    "UpSampling2D ZeroPadding1D ZeroPadding2D Cropping1D Cropping2D GlobalAveragePooling1D GlobalAveragePooling2D "
    "GlobalMaxPooling1D GlobalMaxPooling2D Rescaling Resizing RandomFlip RandomRotation Masking Identity".split()
)


@registry.function("tf.Variable", "keras.Variable")
def variable(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    initial = args.get(0, "initial_value") or args.get(0, "initializer")
    dtype = dtype_named(args.get(-1, "dtype"))
    shape = None
    if initial is not None:
        dtype = dtype or dtype_of(machine, initial)
        shape = shape_of(machine, initial)
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
    dtype = dtype_named(args.get(1, "dtype")) or dtype_of(machine, value)
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
    if "shape" in args.kw:
        return wanted_shape(machine, (), args.kw, node)
    return shape_of(machine, value)


@registry.function("tf.convert_to_tensor", "tf.identity", "tf.ensure_shape", "keras.ops.convert_to_tensor")
def convert(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    value = args.get(0, "value") or args.get(0, "input") or Const(0.0)
    dtype = dtype_named(args.get(1, "dtype")) or dtype_of(machine, value)
    if isinstance(value, Unknown):
        return Unknown(machine.node("identity", machine.place(node), ((value, "value"),)), "tensorflow")
    return machine.compute(
        "tensorflow", "identity", node, ((value, "value"),), dtype=dtype, shape=shape_of(machine, value)
    )


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


@registry.function(
    "tf.function", "tf.custom_gradient", "tf.recompute_grad", "tf.autograph.experimental.do_not_convert"
)
def traced(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    if not args.pos:
        from gradlint.flow.values import Partial

        return Partial(Lib(name), (), tuple(args.kw.items()))
    made = Transform(name, args.pos[0], tuple(args.kw.items()), machine.place(node))
    machine.pending.append(made)
    return made


@registry.function("tf.grad_pass_through")
def pass_through(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    return Transform(name, args.pos[0] if args.pos else Lib(name))


@registry.transforms("tf.grad_pass_through", "tf.custom_gradient")
def own_gradient(machine: Machine, value: Transform, args: Arguments, node: cst.CSTNode) -> Value:
    """A function that brings its own gradient: whatever it does inside, the gradient passes."""
    return machine.compute("tensorflow", "custom_gradient", node, args.flows(), opaque=True)


@registry.transforms("tf.function")
def graph_function(machine: Machine, value: Transform, args: Arguments, node: cst.CSTNode) -> Value:
    from dataclasses import replace

    eager = value.option("autograph") == Const(False)
    machine.applied(value)
    context = replace(machine.context, graph_mode=True)
    before = machine.context
    machine.context = context
    try:
        return machine.invoke(value.func, args, node)
    finally:
        machine.context = replace(machine.context, graph_mode=before.graph_mode and not eager)


@registry.function("tf.numpy_function", "tf.compat.v1.py_func")
def host_function(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    return machine.compute("tensorflow", name, node, args.flows(), cut="host")


@registry.function("tf.py_function", "tf.py_func")
def python_function(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """The body runs eagerly; its gradient is that of the TensorFlow operations inside."""
    func, given = args.get(0, "func"), args.get(1, "inp")
    if func is None or given is None:
        return machine.unknown(node, args.flows())
    inputs = elements_of(machine, given, node)[0]
    flows: list[tuple[Value, EdgeRole]] = [(value, "value") for value in inputs]
    tracked = any(edge.tracked for value in inputs for edge in machine.edges(value))
    integers = tuple(at for at, value in enumerate(inputs) if dtype_of(machine, value) == "int")
    if tracked and integers:
        place = machine.place(node)
        machine.flow.misuses.append(
            Misuse(place, "integer-input", "tensorflow", name, certain=machine.certain, at=integers)
        )
    cut: CutKind | None = None
    if machine.is_program_function(func):
        result = machine.invoke(func, Arguments(tuple(inputs)), node)
        if tracked and not any(edge.tracked for edge in machine.edges(result)):
            cut = "host"
    return machine.compute("tensorflow", name, node, flows, dtype="float", cut=cut)


@registry.function("tf.gradients")
def graph_gradients(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    if not machine.context.graph_mode and not machine.context.imagined and not machine.legacy_graph:
        machine.misuse(node, "tf-gradients", "tensorflow")
    made = machine.compute("tensorflow", "gradient", node, args.flows(), dtype="float")
    return machine.alloc(Sequence("list", None, made))


@registry.function("tf.Graph", "tf.compat.v1.Session", "tf.compat.v1.Graph")
def legacy_graph(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    machine.legacy_graph = True
    return machine.unknown(node)


@registry.root("tf.compat.v1.train")
def old_optimizer(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    return machine.alloc(Object("v1_optimizer:", args.pos))


@registry.function("tf.compat.v1.disable_eager_execution", "tf.compat.v1.disable_v2_behavior")
def disable_eager(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """From here on everything builds a graph."""
    from dataclasses import replace

    machine.context = replace(machine.context, graph_mode=True)
    return Const(None)


@registry.function("tf.keras.backend.get_value", "keras.backend.get_value", "keras.ops.convert_to_numpy",
                   "tf.make_ndarray", "tf.get_static_value", "keras.backend.batch_get_value")  # fmt: skip
def to_numpy(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    value = args.get(0) or Const(0.0)
    note_host_call(machine, node, name, value, "conversion")
    return machine.compute("numpy", name, node, ((value, "value"),), cut="conversion")


@registry.function("tf.map_fn", "tf.vectorized_map", "tf.scan", "tf.foldl")
def mapped(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    func, elements = args.get(0, "fn"), args.get(1, "elems")
    if func is None or elements is None:
        return machine.unknown(node, args.flows())
    one = machine.any_of(elements_of(machine, elements, node)[0], node) or machine.unknown(node)
    given = (one, one) if name in ("tf.scan", "tf.foldl") else (one,)
    made = machine.invoke(func, Arguments(given), node)
    return machine.compute("tensorflow", name, node, ((made, "value"),), dtype="float")


@registry.function("tf.cond")
def cond(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    results = [machine.invoke(func, Arguments(), node) for func in args.pos[1:3]]
    results += [
        machine.invoke(args.kw[key], Arguments(), node) for key in ("true_fn", "false_fn") if key in args.kw
    ]
    return machine.any_of(results, node) or machine.unknown(node)


@registry.function("tf.while_loop")
def while_loop(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    body, start = args.get(1, "body"), args.get(2, "loop_vars")
    if body is None or start is None:
        return machine.unknown(node, args.flows())
    elements, _whole = elements_of(machine, start, node)
    made = machine.invoke(body, Arguments(tuple(elements)), node)
    return machine.join(start, made, node)


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
    dtype = dtype_named(args.get(-1, "dtype")) or "float"
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
               "keras.preprocessing", "tensorflow_datasets")  # fmt: skip
def data(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    return machine.data(node)


@registry.root("tf", "tnp", "keras.ops", "keras.activations")
def operation(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    short = name.rpartition(".")[2]
    if short in FACTORIES:
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
            machine.misuse(node, NO_GRADIENT, "tensorflow")
    kw = {key: value for key, value in args.kw.items() if key != "name"}
    for key in ("input", "x", "input_tensor", "logits", "tensor", "values"):
        if key in kw and not inputs:
            inputs.append(kw.pop(key))
    facts = facts_of(name)
    area = name == "tf.image.resize" and Const("area") in (kw.get("method"), *inputs[2:3])
    if area or name == "tf.linalg.logm":
        facts = OpFacts(grad="raises")
    return apply(machine, "tensorflow", name, inputs, kw, node, facts)


def facts_of(name: str) -> OpFacts | None:
    ops = table("tensorflow").ops
    if name.startswith("tnp."):
        return ops.get("tf.experimental.numpy." + name[4:])
    return ops.get(name)


def _factory(machine: Machine, short: str, args: Arguments, node: cst.CSTNode) -> Value:
    dtype: Dtype | None = next((found for found in map(dtype_named, args.all()) if found), None)
    if short.endswith("_like"):
        like = machine.array(args.get(0))
        return machine.compute(
            "tensorflow", short, node, (), dtype=dtype or (like.dtype if like else None),
            shape=like.shape if like else None,
        )  # fmt: skip
    if dtype is None and short == "range":
        kinds = {dtype_of(machine, value) for value in args.pos}
        dtype = "float" if "float" in kinds else "int" if kinds == {"int"} else None
    elif dtype is None:
        dtype = "float" if short != "fill" else None
    shape = wanted_shape(machine, args.pos[:1], args.kw, node) if short in ("zeros", "ones", "fill") else None
    return machine.compute("tensorflow", short, node, (), dtype=dtype, shape=shape)


# -- Keras --------------------------------------------------------------------------------


@registry.root("keras.layers")
def layer(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    short = name.rpartition(".")[2]
    if short == "Input":
        return machine.compute("tensorflow", "Input", node, (), dtype="float")
    if not short[:1].isupper():  # layers.concatenate([a, b])
        return machine.compute("tensorflow", short, node, args.flows(), dtype="float")
    return new_layer(machine, short, args, node, short not in WITHOUT_WEIGHTS)


def new_layer(
    machine: Machine,
    short: str,
    args: Arguments,
    node: cst.CSTNode,
    weights: bool,
    children: tuple[Value, ...] = (),
) -> Ref:
    params: Ref | None = None
    if weights:
        trainable = args.kw.get("trainable") != Const(False)
        params = machine.source(
            "tensorflow",
            "module",
            node,
            op=short,
            dtype="float",
            variable=True,
            trainable=trainable,
            parameter=True,
        )
    options = dict(args.kw)
    options.update({str(position): value for position, value in enumerate(args.pos[:2])})
    made = machine.alloc(Layer("tensorflow", short, options, params, children))
    if params is not None:
        registration.note_new(machine, made, "tensorflow", short, node)
    return made


@registry.function("keras.Input")
def keras_input(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    return machine.compute("tensorflow", "Input", node, (), dtype="float")


@registry.function("keras.Sequential", "keras.models.Sequential")
def sequential(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    stack = args.get(0, "layers")
    children = tuple(elements_of(machine, stack, node)[0]) if stack is not None else ()
    return new_layer(machine, "Sequential", Arguments(), node, False, children)


@registry.function("keras.Model", "keras.models.Model")
def functional_model(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """`Model(inputs, outputs)`: the layers are those behind the outputs."""
    outputs = args.get(1, "outputs")
    return new_layer(machine, "Model", Arguments((), {"outputs": outputs} if outputs else {}), node, True)


@registry.root("keras.applications", "keras.models", "tensorflow_hub")
def application(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    if name.endswith(("load_model", "clone_model")) or name.rpartition(".")[2][:1].isupper():
        return new_layer(machine, name.rpartition(".")[2], args, node, True)
    return machine.unknown(node, args.flows(), name)


@registry.root("keras.losses")
def losses(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """A loss class, or a loss function called on (y_true, y_pred)."""
    short = name.rpartition(".")[2]
    if short[:1].isupper():
        options = dict(args.kw)
        if args.pos and short.endswith("Crossentropy") and "Focal" not in short:
            options["from_logits"] = args.pos[0]
        return machine.alloc(Layer("tensorflow", f"loss:{short}", options, None))
    return keras_loss(machine, short, args, node)


def keras_loss(machine: Machine, short: str, args: Arguments, node: cst.CSTNode) -> Value:
    flows: list[tuple[Value, EdgeRole]] = []
    for position, value in enumerate(args.pos):
        flows.append((value, "target" if position == 0 else "value"))
    flows += [(value, "target" if key == "y_true" else "value") for key, value in args.kw.items()]
    made = machine.compute("tensorflow", short, node, flows, dtype="float")
    machine.name_inputs(made, args.kw)
    return made


@registry.root("keras.metrics")
def metrics(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    short = name.rpartition(".")[2]
    if short[:1].isupper():
        return machine.alloc(Object(f"metric:{short}", ()))
    cut: CutKind | None = "state" if "accuracy" in short else None
    return machine.compute("tensorflow", short, node, args.flows(), dtype="float", cut=cut)


@registry.root("keras.optimizers", "optax")
def optimizers(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    if name.startswith("optax."):
        return registry.library(machine, "jax._optax." + name[6:], args, node)
    return machine.alloc(Object(f"keras_optimizer:{name}", args.pos))


@registry.root("keras")
def keras_other(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    return machine.unknown(node, args.flows(), name)
