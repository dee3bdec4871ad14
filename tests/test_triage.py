"""Which files are parsed at all."""

from __future__ import annotations

import ast
import importlib.util
import os
import time
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradlint.core.catalog import headings
from gradlint.engine.config import Configuration
from gradlint.engine.findings import findings_in
from gradlint.engine.linting import Engine
from gradlint.rules import detected
from gradlint.sources.read import read
from gradlint.sources.triage import ANCHORS, may_ask, may_fire, mentions_gradlint, names_framework

FRAMEWORKS = ("torch", "tensorflow", "keras", "tf_keras", "jax", "flax", "optax", "equinox", "lightning")


@pytest.mark.parametrize(
    "text",
    [
        "import torch",
        "from torch import nn",
        "import torch.nn.functional as F",
        "import numpy as np, torch",
        "import os;import torch",
        "if True: import jax",
        "try: from jax import numpy as jnp\nexcept ImportError: pass",
        "import os, \\\n    torch",
        "import os, \\\r\n    torch\r\n",
        "from \\\n torch import nn",
        "from torch.nn import (\n  Linear,\n)",
        "from project.compat import (\n  np,\n  torch,\n)",
        "import\ttorch",
        "\ufeffimport torch",
        "\x0cimport torch",
        "x = 1\rimport torch\ry = 2",
        "torch = __import__('torch')",
        'tf = importlib.import_module("tensorflow.compat.v2")',
        'np = pytest.importorskip("jax.numpy")',
        "import pytorch_lightning as pl",
        "from lightning.pytorch import LightningModule",
        "import tf_keras",
        "import torchvision",
        "import tensorflow_probability as tfp",
        "import jaxopt",
        "import haiku as hk",
        "from functorch import grad",
    ],
)
def test_a_file_that_imports_a_framework_is_let_through(text: str) -> None:
    assert names_framework(text.encode(), "python")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "import os\nimport numpy as np\n",
        "# works like torch does\nimport os\n",
        '"""Unlike torch, this is small."""\nx = 1\n',
        "import os\ntorch = 3\n",
        "import relaxation\nfrom kerasene import lamp\n",
        "important = torch\n",
    ],
)
def test_a_file_without_a_framework_is_not(text: str) -> None:
    assert not names_framework(text.encode(), "python")


@pytest.mark.parametrize("kind", ["notebook", "markdown"])
def test_in_other_documents_a_mention_is_enough(kind: str) -> None:
    # In the JSON of a notebook the letter of an escape touches the word.
    assert names_framework(rb'{"source": "x = 1\nimport os, \\\ntorch"}', kind)  # type: ignore[arg-type]
    assert not names_framework(b'{"source": "import os"}', kind)  # type: ignore[arg-type]


@given(
    framework=st.sampled_from(FRAMEWORKS),
    before=st.lists(st.sampled_from(["os", "sys as s", "a.b.c", "numpy as np"]), max_size=3),
    after=st.lists(st.sampled_from(["re", "json as j"]), max_size=2),
    tail=st.sampled_from(["", ".nn", ".numpy as jnp", " as t"]),
    separator=st.sampled_from([",", ", ", " ,\t", ", \\\n  ", ",\\\r\n"]),
    lead=st.sampled_from(["", "x = 1\n", "if x:\n    ", "x = 1; ", "# c\n", '"""doc"""\n', "def f():\n\t"]),
)
def test_no_way_to_write_an_import_statement_gets_lost(
    framework: str, before: list[str], after: list[str], tail: str, separator: str, lead: str
) -> None:
    text = lead + "import " + separator.join([*before, framework + tail, *after]) + "\n"
    ast.parse(text)
    assert names_framework(text.encode(), "python")


def _python_files(package: str) -> Iterator[str]:
    spec = importlib.util.find_spec(package)
    assert spec is not None
    assert spec.submodule_search_locations is not None
    for folder, _, names in os.walk(spec.submodule_search_locations[0]):
        yield from (os.path.join(folder, name) for name in names if name.endswith(".py"))


def _imports_framework(tree: ast.AST) -> bool:
    for node in ast.walk(tree):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and not node.level:
            names = [node.module or ""]
        if any(name.partition(".")[0] in FRAMEWORKS for name in names):
            return True
    return False


@pytest.mark.parametrize("package", ["optax", "_pytest"])
def test_of_real_code_no_import_is_lost(package: str) -> None:
    lost = []
    for path in _python_files(package):
        with open(path, "rb") as file:
            data = file.read()
        if _imports_framework(ast.parse(data)) and not names_framework(data, "python"):
            lost.append(path)
    assert lost == []


def _found_in(path: str) -> set[str]:
    unit = read(path)
    return {finding.code for finding in findings_in(unit, detected())}


@pytest.mark.parametrize("package", ["optax", "keras", "torch"])
def test_where_no_anchor_is_found_nothing_else_is(package: str, pytestconfig: pytest.Config) -> None:
    anchors = frozenset[str]().union(*(each.anchors for each in headings().values()))
    filtered = []
    for path in sorted(_python_files(package)):
        with open(path, "rb") as file:
            data = file.read()
        if names_framework(data, "python") and not may_fire(data, anchors):
            filtered.append(path)
    for path in filtered[:: 1 if pytestconfig.getoption("--thorough") else 10]:
        assert _found_in(path) == set()


def test_every_anchor_of_a_rule_is_known() -> None:
    assert all(each.anchors <= ANCHORS.keys() for each in headings().values())
    assert all(each.anchors for code, each in headings().items() if code in detected())


@pytest.mark.parametrize("code", ["GL508", "GL701"])
def test_a_file_without_the_anchors_of_the_selected_rules_is_not_parsed(code: str) -> None:
    engine = Engine(Configuration(headings(), {"select": [code]}, None, isolated=True), headings())
    plain = b"import torch\n\ndevice = torch.device('cpu')\n"
    assert not engine.needs_parsing(plain, "x.py")
    assert engine.needs_parsing(plain + b"x = (\n", "x.py")
    assert engine.needs_parsing(plain + b"loss.backward(); jit\n", "x.py")


def test_the_time_is_linear_in_the_size() -> None:
    hostile = (b"import " * 100_000) + b"(" * 1_000 + b"torchlight "
    started = time.process_time()
    names_framework(hostile * 2, "python")
    assert time.process_time() - started < 5


def test_a_suppression_of_ours_is_noticed() -> None:
    assert mentions_gradlint(b"x = 1  # gradlint: ignore[GL101]")
    assert not mentions_gradlint(b"x = 1  # noqa: GL101")


class TestAsking:
    @pytest.mark.parametrize(
        "code",
        [
            "loss.backward()",
            "with torch.no_grad(): loss.backward()",
            "getattr(loss, 'backward')()",
            "colour = '#'; loss.backward()",
            'text = "a\\"#"; loss.backward()',
            "empty = ''; loss.backward()  # ''",
            "jax.jacobian(f)",
            "model.compile(loss='mse')",
            "requires_grad = x.grad",
            "upgrade(x.grad)",
        ],
    )
    def test_a_word_in_the_code_may_ask(self, code: str) -> None:
        assert may_ask(code.encode())

    @pytest.mark.parametrize(
        "code",
        [
            "# loss.backward()",
            '"""\nloss.backward()\n"""',
            "class Layer(GradientCheckpointingLayer): pass",
            "upgrade(); degraded = gradually()",
            "adjacent = torch.compile(model)",
            "x.requires_grad_(True)",
        ],
    )
    def test_prose_and_other_words_do_not(self, code: str) -> None:
        assert not may_ask(code.encode())
