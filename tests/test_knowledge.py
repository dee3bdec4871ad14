"""The knowledge tables say what the installed frameworks do, and say it in a form the flow can rely on."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any, get_args

import pytest

from gradlint.core.model import Framework
from gradlint.knowledge import generate
from gradlint.knowledge.calls import fill
from gradlint.knowledge.facts import Knowledge, Trial, merge, render
from gradlint.knowledge.tables import Grad, OpFacts, facts, table

FRAMEWORKS: tuple[Framework, ...] = get_args(Framework)


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_table_is_what_the_installed_framework_does(framework: Framework) -> None:
    """The whole table is measured again, in its own process because frameworks keep global state."""
    done = subprocess.run(
        [sys.executable, "-m", "gradlint.knowledge.generate", framework, "--check"],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[1],
        timeout=900,
        check=False,
    )
    if done.returncode == generate.INCOMPARABLE:
        pytest.skip(done.stdout.strip())
    assert done.returncode == generate.SAME, done.stdout + done.stderr[-2000:]


# --- facts that a reader can check against what is known -------------------------------------------------


@pytest.mark.parametrize(
    "name", ["sigmoid", "tanh", "exp", "sqrt", "softmax", "relu", "nn.functional.relu", "rsqrt"]
)
def test_torch_saves_the_result_and_not_the_input(name: str) -> None:
    found = table("torch").ops[name]
    assert found.saves_result
    assert 0 not in found.saves | found.saves_alone


@pytest.mark.parametrize("name", ["sin", "cos", "log", "abs", "nn.functional.gelu", "var", "square", "pow"])
def test_torch_saves_the_input_and_not_the_result(name: str) -> None:
    found = table("torch").ops[name]
    assert 0 in found.saves_alone
    assert not found.saves_result


@pytest.mark.parametrize("name", ["norm", "std", "logsumexp", "prod"])
def test_torch_saves_input_and_result(name: str) -> None:
    found = table("torch").ops[name]
    assert found.saves_result
    assert found.saves == {0}


@pytest.mark.parametrize(
    "name", ["add", "sub", "neg", "sum", "mean", "cat", "stack", "clone", "nn.functional.dropout"]
)
def test_torch_saves_nothing(name: str) -> None:
    assert name not in table("torch").ops


@pytest.mark.parametrize("name", ["mul", "matmul", "div", "nn.functional.linear", "__mul__", "__matmul__"])
def test_torch_saves_both_operands_but_only_the_other_for_one_gradient(name: str) -> None:
    found = table("torch").ops[name]
    assert found.saves == {0, 1}
    assert found.saves_alone == {1}


def test_torch_overloads_speak_for_themselves() -> None:
    ops = table("torch").ops
    assert ops["max"].outputs == ("flows", "integer")
    assert 0 not in ops["max"].saves, "max(dim) keeps only the indices"
    assert ops["max.plain"].saves == {0}
    assert ops["max.dim"].saves == frozenset()
    assert ops["pow.plain"].saves_result
    assert not ops["pow.number"].saves_result
    assert ops["mul.number"] == OpFacts()
    assert ops["nn.functional.unfold"] == OpFacts()
    assert ops["unfold"].view


@pytest.mark.parametrize(
    ("framework", "name", "grad"),
    [
        ("torch", "argmax", "integer"),
        ("torch", "eq", "integer"),
        ("torch", "long", "integer"),
        ("torch", "round", "zero"),
        ("torch", "floor", "zero"),
        ("torch", "sign", "zero"),
        ("torch", "detach", "none"),
        ("torch", "tensor", "none"),
        ("torch", "zeros_like", "none"),
        ("torch", "floor_divide", "raises"),
        ("torch", "unique", "raises"),
        ("torch", "asinh_", "raises"),
        ("tensorflow", "tf.argmax", "integer"),
        ("tensorflow", "tf.math.argmax", "integer"),
        ("tensorflow", "tf.keras.ops.argmax", "integer"),
        ("tensorflow", "tf.round", "none"),
        ("tensorflow", "tf.math.floor", "none"),
        ("tensorflow", "tf.stop_gradient", "none"),
        ("tensorflow", "tf.random.shuffle", "none"),
        ("tensorflow", "tf.one_hot", "none"),
        ("tensorflow", "tf.sign", "zero"),
        ("tensorflow", "tf.unique", "raises"),
        ("tensorflow", "tf.image.adjust_contrast", "raises"),
        ("jax", "jax.numpy.round", "zero"),
        ("jax", "jax.lax.floor", "zero"),
        ("jax", "jax.lax.stop_gradient", "zero"),
        ("jax", "jax.nn.one_hot", "zero"),
        ("jax", "jax.numpy.argmax", "integer"),
        ("jax", "jax.random.categorical", "integer"),
        ("jax", "jax.numpy.nextafter", "raises"),
        ("jax", "jax.numpy.linalg.eig", "raises"),
    ],
)
def test_broken_gradients(framework: Framework, name: str, grad: Grad) -> None:
    assert table(framework).ops[name].grad == grad


@pytest.mark.parametrize(
    ("framework", "names"),
    [
        (
            "torch",
            ["where", "nn.functional.mse_loss", "fmod", "nn.functional.gumbel_softmax", "as_tensor", "to"],
        ),
        (
            "tensorflow",
            ["tf.where", "tf.reduce_max", "tf.math.floormod", "tf.sort", "tf.nn.softmax", "tf.identity"],
        ),
        ("jax", ["jax.numpy.where", "jax.numpy.sort", "jax.numpy.mod", "jax.numpy.clip", "jax.random.gamma"]),
    ],
)
def test_look_alikes_let_the_gradient_flow(framework: Framework, names: list[str]) -> None:
    ops = table(framework).ops
    assert [name for name in names if ops.get(name, OpFacts()).grad != "flows"] == []


@pytest.mark.parametrize(
    ("framework", "name", "outputs"),
    [
        ("torch", "sort", ("flows", "integer")),
        ("torch", "topk", ("flows", "integer")),
        ("torch", "linalg.svd", ("flows", "flows", "flows")),
        ("torch", "slogdet", ("none", "flows")),
        ("tensorflow", "tf.math.top_k", ("flows", "integer")),
        ("tensorflow", "tf.unique", ("raises", "integer")),
        ("jax", "jax.lax.top_k", ("flows", "integer")),
        ("jax", "jax.numpy.divmod", ("zero", "flows")),
    ],
)
def test_several_results_are_told_apart(framework: Framework, name: str, outputs: tuple[Grad, ...]) -> None:
    assert table(framework).ops[name].outputs == outputs


@pytest.mark.parametrize(
    ("framework", "kind", "inside", "outside"),
    [
        ("torch", "tensor_attributes", {"resize_", "t_", "grad", "exp_"}, {"reshape_", "view_", "flatten_"}),
        (
            "torch",
            "views",
            {"view", "T", "transpose", "unsqueeze", "expand", "chunk"},
            {"detach", "reshape", "clone"},
        ),
        ("torch", "maybe_views", {"reshape", "flatten", "contiguous", "to", "cuda"}, {"view", "clone"}),
        ("torch", "multi_views", {"chunk", "split", "unbind"}, {"transpose", "tensor_split"}),
        ("torch", "expanding", {"expand", "expand_as", "broadcast_to", "broadcast_tensors"}, {"repeat"}),
        (
            "torch",
            "factories_float",
            {"rand", "randn", "zeros", "ones", "linspace", "eye"},
            {"arange", "randint"},
        ),
        ("torch", "factories_int", {"arange", "randint", "randperm"}, {"rand"}),
        ("torch", "factories_by_argument", {"arange", "full", "tensor"}, {"randint", "zeros"}),
        ("torch", "accepts_requires_grad", {"tensor", "zeros", "randn", "full", "ones_like"}, {"from_numpy"}),
        ("torch", "accepts_out", {"mul", "add", "matmul", "cat"}, {"view", "nn.functional.relu"}),
        ("torch", "accepts_inplace_flag", {"ReLU", "Dropout", "nn.functional.relu"}, {"Tanh"}),
        (
            "torch",
            "module_with_parameters",
            {"Linear", "Conv2d", "LSTM", "BatchNorm2d", "Embedding"},
            {"ReLU"},
        ),
        ("torch", "module_without_parameters", {"ReLU", "Dropout", "MSELoss", "Flatten"}, {"Linear"}),
        (
            "torch",
            "module_ops",
            {"ReLU=nn.functional.relu", "Tanh=tanh", "Conv2d=nn.functional.conv2d"},
            set(),
        ),
        ("torch", "losses", {"CrossEntropyLoss", "nn.functional.mse_loss"}, {"Linear"}),
        ("torch", "optimizers", {"SGD", "Adam", "LBFGS"}, {"Optimizer"}),
        ("torch", "distributions_with_rsample", {"Normal", "Gamma", "Gumbel"}, {"Categorical"}),
        ("torch", "distributions_without_rsample", {"Categorical", "Bernoulli", "Poisson"}, {"Normal"}),
        ("torch", "integer_methods", {"long", "int", "argmax", "nonzero"}, {"float", "max"}),
        ("tensorflow", "keras_losses", {"MeanSquaredError", "mse", "binary_crossentropy"}, {"Loss"}),
        ("tensorflow", "layers_with_weights", {"Dense", "Conv2D", "LSTM", "BatchNormalization"}, {"Dropout"}),
        ("tensorflow", "layers_without_weights", {"Dropout", "Flatten", "ReLU"}, {"Dense"}),
        ("tensorflow", "optimizers", {"SGD", "Adam"}, {"Optimizer"}),
        ("tensorflow", "metrics", {"Accuracy", "Mean"}, {"Metric"}),
        (
            "tensorflow",
            "random_reparameterised",
            {"tf.random.normal", "tf.random.gamma"},
            {"tf.random.categorical"},
        ),
        ("jax", "numpy_flows", {"numpy.sum", "numpy.mean", "numpy.reshape"}, {"numpy.sin"}),
        ("jax", "numpy_raises_under_grad", {"numpy.sin", "numpy.linalg.norm", "numpy.array"}, {"numpy.sum"}),
        ("jax", "numpy_raises_under_jit", {"numpy.sin", "numpy.nonzero"}, {"numpy.sum", "numpy.argsort"}),
        ("jax", "numpy_static", {"numpy.shape", "numpy.ndim", "numpy.size"}, {"numpy.sum"}),
        ("jax", "numpy_zero", {"numpy.round", "numpy.argmax"}, {"numpy.mean"}),
        (
            "numpy",
            "numpy_differentiable",
            {"numpy.sin", "numpy.mean", "numpy.dot", "numpy.clip"},
            {"numpy.sign"},
        ),
        (
            "numpy",
            "numpy_nondifferentiable",
            {"numpy.argmax", "numpy.round", "numpy.random.choice"},
            {"numpy.sin"},
        ),
        ("numpy", "numpy_conversions", {"numpy.array", "numpy.asarray", "numpy.float32"}, {"numpy.sin"}),
        ("numpy", "numpy_factories", {"numpy.zeros", "numpy.arange", "numpy.random.normal"}, {"numpy.sum"}),
        ("numpy", "equal_torch", {"numpy.mean=torch.mean", "numpy.max=torch.amax"}, {"numpy.std=torch.std"}),
        ("numpy", "equal_tensorflow", {"numpy.mean=tf.reduce_mean", "numpy.log=tf.math.log"}, set()),
        ("numpy", "equal_jax", {"numpy.sin=jax.numpy.sin", "numpy.std=jax.numpy.std"}, set()),
    ],
)
def test_sets(framework: Framework, kind: str, inside: set[str], outside: set[str]) -> None:
    members = table(framework).sets[kind]
    assert inside - members == set()
    assert outside & members == set()


# --- the torch table against writes as a user makes them -------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "sigmoid",
        "tanh",
        "exp",
        "sin",
        "sqrt",
        "log",
        "abs",
        "square",
        "cumsum",
        "logsumexp",
        "softmax",
        "neg",
        "norm",
    ],
)
def test_torch_write_after_the_operation(name: str) -> None:
    """`h += 1` on the input, then on the result, with the graph recording: backward agrees with the table."""
    torch: Any = pytest.importorskip("torch")
    found = table("torch").ops.get(name, OpFacts())
    dim = (0,) if name in {"cumsum", "logsumexp", "softmax"} else ()
    for written, forbidden in (("input", 0 in found.saves_alone), ("result", found.saves_result)):
        leaf = torch.tensor([0.3, 0.6, 0.9], requires_grad=True)
        hidden = leaf + 1
        result = getattr(torch, name)(hidden, *dim)
        loss = result.sum()
        if written == "input":
            hidden += 1
        else:
            result += 1
        if forbidden:
            with pytest.raises(RuntimeError, match="modified by an inplace operation"):
                loss.backward()
        else:
            loss.backward()


# --- the tables as data ----------------------------------------------------------------------------------


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_data_file_is_in_canonical_form(framework: Framework) -> None:
    """Regenerating without a change in the framework leaves no diff."""
    found = table(framework)
    assert render(Knowledge(found.version, found.ops, found.sets)) == generate.recorded(framework)


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_every_fate_is_known(framework: Framework) -> None:
    fates = {fate for found in table(framework).ops.values() for fate in (found.grad, *found.outputs)}
    assert fates <= set(get_args(Grad))


def test_modules_point_at_operations_and_not_at_nothing() -> None:
    torch: Any = pytest.importorskip("torch")
    for pair in table("torch").sets["module_ops"]:
        module, _, op = pair.partition("=")
        assert hasattr(torch.nn, module)
        namespace = torch
        for part in op.split("."):
            namespace = getattr(namespace, part, None) or getattr(torch.Tensor, part)
        assert callable(namespace)


def test_reading_tables_imports_no_framework() -> None:
    program = (
        "import sys; from gradlint.knowledge.tables import table; "
        "[table(name) for name in ('torch', 'tensorflow', 'jax', 'numpy')]; "
        "print(sorted({'torch', 'tensorflow', 'keras', 'jax', 'numpy', 'libcst'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[1],
        check=True,
    )
    assert done.stdout.strip() == "[]"


# --- the machinery ---------------------------------------------------------------------------------------


def test_absence_means_harmless() -> None:
    assert facts({}) == OpFacts()


def test_calls_are_filled_in_order_with_their_positions() -> None:
    seen = []

    def value(name: str, position: int | None, fixed: bool) -> str:
        seen.append((name, position, fixed))
        return name.upper()

    args, kwargs = fill("mat, [vec, vec2], 0, const.mask, dim=-1, out=scalar", value)
    assert args == ["MAT", ["VEC", "VEC2"], 0, "MASK"]
    assert kwargs == {"dim": -1, "out": "SCALAR"}
    assert seen == [
        ("mat", 0, False),
        ("vec", 1, False),
        ("vec2", 1, False),
        ("mask", 3, True),
        ("scalar", None, False),
    ]


def test_merged_facts_spare_what_one_call_spares() -> None:
    reduced = Trial("mat, 0", ("flows", "integer"), several=True, present=frozenset({0}))
    full = Trial("vec", ("flows",), present=frozenset({0}), saves=frozenset({0}), saves_result=True)
    binary = Trial("vec, vec2", ("flows",), present=frozenset({0, 1}), saves=frozenset({0, 1}))
    merged = merge([full, reduced, binary], [])
    assert merged.saves == {1}
    assert not merged.saves_result
    assert merged.outputs == ("flows", "integer")


class TestCheck:
    """`generate --check` against a table that says something else, something older, or nothing."""

    @pytest.fixture
    def check(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
        monkeypatch.setattr(generate, "DATA", tmp_path)
        installed = Knowledge("2.0", {"round": OpFacts("zero")}, {"views": {"view"}})
        stub = SimpleNamespace(measure=lambda: installed, version=lambda: installed.version)
        monkeypatch.setattr(generate, "probe", lambda framework: stub)
        assert generate.main(["torch"]) == 0

        def run(**changes: Any) -> int:
            path = tmp_path / "torch.json"
            path.write_text(
                json.dumps(json.loads(path.read_text()) | changes) if changes else path.read_text()
            )
            return generate.main(["torch", "--check"])

        return run

    def test_same(self, check: Any) -> None:
        assert check() == generate.SAME

    def test_different(self, check: Any, capsys: pytest.CaptureFixture[str]) -> None:
        assert check(ops={"round": {"grad": "none"}}) == generate.DIFFERENT
        assert '"round": {"grad": "zero"}' in capsys.readouterr().out

    def test_other_version(self, check: Any, capsys: pytest.CaptureFixture[str]) -> None:
        assert check(version="1.0") == generate.INCOMPARABLE
        assert "made with 1.0, installed is 2.0" in capsys.readouterr().out

    def test_not_installed(self, check: Any, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
        def absent(framework: str) -> Any:
            raise ModuleNotFoundError("No module named 'torch'", name="torch")

        monkeypatch.setattr(generate, "probe", absent)
        assert check() == generate.INCOMPARABLE
        assert "torch is not installed" in capsys.readouterr().out


def test_unknown_framework_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        generate.main(["theano"])
    assert stopped.value.code == 2
    assert "no such framework: theano" in capsys.readouterr().err
