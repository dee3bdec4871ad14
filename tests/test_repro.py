"""Saved reproductions: each fails by itself in a plain interpreter, and its twin with the fix passes."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gradlint.confirm.repro import save, save_text
from gradlint.confirm.repro.parts import Insert
from gradlint.confirm.repro.program import Text
from gradlint.confirm.runner.execute.statement_numbers import statements
from gradlint.core.errors import GradlintError
from gradlint.core.model import Finding, Position, Severity, Span
from tests.support.runner import ENVIRONMENT, ROOT, run_file

TORCH = {
    "item": """
        \"\"\"Reads its own docstring.\"\"\"
        from __future__ import annotations; import sys
        import torch

        def main() -> int:
            w = torch.tensor([1.0, 2.0], requires_grad=True); x = torch.tensor([3.0, 4.0])
            y = (w * x).sum()
            loss = y * y.item()
            loss.backward()
            print(__doc__.title())
            return 0

        if __name__ == "__main__":
            sys.exit(main())
        """,
    "module": """
        import torch
        net = torch.nn.Sequential(torch.nn.Linear(3, 2), torch.nn.Tanh())
        head = torch.nn.Linear(2, 1)
        features = net(torch.ones(4, 3)).detach()
        head(features).pow(2).mean().backward()
        print(net[0].weight.grad)
        """,
    "leaf": """
        import torch
        w = torch.zeros(3, requires_grad=True)
        w += 1
        w.sum().backward()
        """,
    "steps": """
        import torch
        w = torch.nn.Parameter(torch.tensor([1.0]))
        optimizer = torch.optim.SGD([w], lr=0.1)
        for _ in range(3):
            loss = (w * 2).sum()
            loss.backward()
            optimizer.step()
        """,
    "listed": """
        import torch
        class Net(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.layers = [torch.nn.Linear(2, 2), torch.nn.Linear(2, 1)]
            def forward(self, x):
                for layer in self.layers:
                    x = layer(x)
                return x
        net = Net()
        net(torch.ones(3, 2)).sum().backward()
        print(len(list(net.parameters())))
        """,
    "kept": """
        import torch
        def train():
            w = torch.nn.Parameter(torch.tensor([1.0]))
            optimizer = torch.optim.SGD([w], lr=0.1)
            total = 0.0
            for _ in range(3):
                optimizer.zero_grad()
                loss = (w * 2).sum()
                loss.backward()
                optimizer.step()
                total += loss
            return total
        train()
        """,
    "singular": """
        import torch
        x = torch.tensor([1.0, 2.0], requires_grad=True)
        y = torch.where(x > 0, torch.sqrt(x), torch.zeros_like(x))
        y.sum().backward()
        """,
}
TENSORFLOW = {
    "numpy": """
        import numpy as np
        import tensorflow as tf
        w = tf.Variable([1.0, 2.0])
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(np.square(w))
        print(tape.gradient(loss, w))
        """,
    "outside": """
        import tensorflow as tf
        w = tf.Variable([1.0, 2.0])
        y = w * 3.0
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(y * y)
        print(tape.gradient(loss, w))
        """,
    "singular": """
        import tensorflow as tf
        x = tf.Variable([1.0, 2.0])
        with tf.GradientTape() as tape:
            y = tf.reduce_sum(tf.where(x > 0, tf.math.log(x), 0.0))
        print(tape.gradient(y, x))
        """,
    "consumed": """
        import tensorflow as tf
        x = tf.Variable(3.0)
        with tf.GradientTape() as tape:
            y = x * x
        first = tape.gradient(y, x)
        second = tape.gradient(y, x)
        """,
}
JAX = {
    "stopped": """
        import jax
        import jax.numpy as jnp
        def loss(w):
            return jnp.sum(jax.lax.stop_gradient(w * w))
        print(jax.grad(loss)(jnp.array([1.0, 2.0])))
        """,
    "discarded": """
        import jax
        import jax.numpy as jnp
        def loss(x):
            x.at[0].set(0.0)
            return jnp.sum(x * x)
        print(jax.grad(loss)(jnp.array([1.0, 2.0])))
        """,
    "swapped": """
        import jax
        def f(x):
            return x ** 2
        grad, value = jax.value_and_grad(f)(3.0)
        print(grad)
        """,
    "singular": """
        import jax
        import jax.numpy as jnp
        def f(x):
            return jnp.sum(jnp.where(x > 0, jnp.sqrt(x), 0.0))
        print(jax.grad(f)(jnp.array([1.0, 2.0])))
        """,
    "branch": """
        import jax
        import jax.numpy as jnp
        def f(x):
            if x > 0:
                return x * x
            return x
        print(jax.grad(jax.jit(f))(2.0))
        """,
}
NUMPY = {
    "alias": """
        import numpy as np
        def numeric_grad(f, x, h=1e-5):
            grad = np.zeros_like(x)
            for i in range(x.size):
                up = x
                down = x
                up[i] += h
                down[i] -= h
                grad[i] = (f(up) - f(down)) / (2 * h)
            return grad
        print(numeric_grad(lambda x: float((x ** 2).sum()), np.array([1.0, 2.0])))
        """,
}
PROGRAMS = {"torch": TORCH, "tensorflow": TENSORFLOW, "jax": JAX, "numpy": NUMPY}
NO_ASSERTION = {"leaf", "consumed", "branch"}
"""Programs that raise by themselves."""


def dedented(text: str) -> str:
    import textwrap

    return textwrap.dedent(text).strip() + "\n"


def confirmed(folder: Path, *more: str) -> list[dict[str, Any]]:
    """The findings of `gradlint --confirm --save-repro` that are confirmed."""
    command = [sys.executable, "-m", "gradlint", "--confirm", "--no-cache", "--isolated", "--sandbox", "weak"]
    command += ["--select", "ALL", "--output-format", "json", "--save-repro", "saved", *more]
    environment = {**ENVIRONMENT, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [*command, "."], cwd=folder, env=environment, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 1, done.stderr
    findings = json.loads(done.stdout)
    return [each for each in findings if each["verdict"]["kind"] == "confirmed"]


@pytest.mark.parametrize("framework", PROGRAMS)
def test_a_saved_file_fails_by_itself_and_its_twin_passes(framework: str, tmp_path: Path) -> None:
    pytest.importorskip("numpy" if framework == "numpy" else framework)
    for name, text in PROGRAMS[framework].items():
        (tmp_path / f"{name}.py").write_text(dedented(text), encoding="utf-8")
    confirmed(tmp_path)
    saved = sorted((tmp_path / "saved").glob("*.py"))
    for name in PROGRAMS[framework]:
        mine = [path for path in saved if f"_{name}_" in path.name and "inconclusive" not in path.name]
        assert mine, f"nothing was saved for {name}: {[path.name for path in saved]}"
        for path in mine:
            outcome = run_file(framework, path.read_text(encoding="utf-8"))
            if path.stem.endswith("_fixed"):
                assert outcome.end == "ran", (path.name, outcome.error)
            else:
                assert outcome.end == "raised", path.name
                assert outcome.error.startswith("AssertionError") == (name not in NO_ASSERTION), outcome.error


def test_a_saved_file_needs_nothing_but_the_framework(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    (tmp_path / "item.py").write_text(dedented(TORCH["item"]), encoding="utf-8")
    assert confirmed(tmp_path)
    command = [sys.executable, "-I"]
    ends = {}
    for path in sorted((tmp_path / "saved").glob("*.py")):
        done = subprocess.run([*command, path], cwd="/", env=ENVIRONMENT, capture_output=True, text=True)
        ends[path.name] = done.returncode, (done.stderr or done.stdout).strip().splitlines()[-1]
        assert str(tmp_path) not in path.read_text(encoding="utf-8")
    (failed, why), (passed, numbers) = ends.values()
    assert failed == 1
    assert "the gradient of w is [33.0, 44.0], finite differences say [66, 88]" in why
    assert passed == 0
    assert "finite differences say" in numbers


def finding(path: str, row: int = 3, cell: int | None = None, message: str = "broken") -> Finding:
    span = Span(Position(row, 5), Position(row, 9), cell)
    return Finding("GL104", "a-name", message, path, span, Severity.ERROR, "torch")


def report(**changes: Any) -> dict[str, Any]:
    error = {
        "type": "RuntimeError",
        "message": "no",
        "row": 1,
        "gradient_error": True,
        "text": "RuntimeError: no",
    }
    run = {"end": "raised", "symptom": "raises", "error": error, "replay": {"about": "raises", "seed": 0}}
    text = "raise RuntimeError('no')\n"
    return {"level": "program", "as_written": run, "script": text, "device": "cpu", "hits": 1, **changes}


def test_names_are_safe_and_tell_the_cell(tmp_path: Path) -> None:
    folder = str(tmp_path / "new" / "saved")
    paths = [
        *save(folder, finding("../a b/tr;ain é.py"), report()),
        *save(folder, finding("note book.ipynb", cell=4), report()),
    ]
    assert [os.path.basename(path) for path in paths] == ["GL104_tr_ain_3.py", "GL104_note_book_cell4_3.py"]


def test_a_file_of_somebody_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "GL104_train_3.py").write_text("mine\n")
    first = save(str(tmp_path), finding("train.py"), report())
    again = save(str(tmp_path), finding("train.py", message="other words"), report())
    other = save(str(tmp_path), finding("sub/train.py"), report())
    assert first == again == [str(tmp_path / "GL104_train_3_2.py")]
    assert other == [str(tmp_path / "GL104_train_3_3.py")]
    assert (tmp_path / "GL104_train_3.py").read_text() == "mine\n"
    assert "other words" in Path(first[0]).read_text()


def test_what_proves_nothing_says_so_in_its_name(tmp_path: Path) -> None:
    after = {"end": "raised", "symptom": "raises", "error": None}
    (path,) = save(
        str(tmp_path), finding("train.py"), report(after_fix=after, fixed_script="raise ValueError\n")
    )
    assert path.endswith("GL104_train_3_inconclusive.py")
    assert save(str(tmp_path), finding("train.py"), report(trouble="absent")) == []


def test_a_folder_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(GradlintError, match="--save-repro"):
        save(str(tmp_path / "file" / "saved"), finding("train.py"), report())


def test_a_ready_text_is_saved_as_it_is(tmp_path: Path) -> None:
    path = save_text(str(tmp_path), finding("train.py"), "assert False\n")
    assert Path(path).read_text().splitlines()[1:] == ["assert False"]


def test_the_head_may_say_anything(tmp_path: Path) -> None:
    odd = 'a "quoted" \\path and """three""" quotes: é'
    (path,) = save(str(tmp_path), finding("train.py", message=odd), report())
    head = ast.get_docstring(ast.parse(Path(path).read_text(encoding="utf-8"))) or ""
    assert "a \"quoted\" \\path and '''three''' quotes: é" in head


def changed(text: str, *inserts: tuple[str, str], ends_at: int | None = None) -> str:
    """The text with `S.append(name)` put behind statements that begin in a certain way."""
    program = Text(text)
    program.take_futures()
    if ends_at is not None:
        program.end_at(ends_at)
    for beginning, name in inserts:
        listed = statements(ast.parse(text))
        number = next(i for i, each in enumerate(listed) if ast.unparse(each).startswith(beginning))
        program.insert(Insert(number, f"S.append({name})", name))
    return program.result()


@pytest.mark.parametrize(
    ("text", "inserts"),
    [
        ("w = 1\nprint(w)\n", [("w", "w")]),
        ("w = 1; v = 2\n", [("w", "w"), ("v", "v")]),
        ("w = (1,\n     2)  # two\n", [("w", "w")]),
        ("def f(w): return w\nf(1)\n", [("def", "w")]),
        ("def f(w):\n    '''Doc.'''\n    return w\nf(1)\n", [("def", "w")]),
        ("for w in [1]: v = w\n", [("for", "w")]),
        ("if True:\n    é = 'é'; w = 1\n", [("w", "w")]),
        ("class A:\n    def f(self):\n        self.w = 1\nA().f()\n", [("self", "self.w")]),
        ("w = 1\n\x0cv = 2\n", [("v", "v")]),
        ("from __future__ import annotations; w = 1\n", [("w", "w")]),
    ],
)
def test_a_line_is_put_where_a_name_is_bound(text: str, inserts: list[tuple[str, str]]) -> None:
    seen: list[Any] = []
    exec(changed(text, *inserts), {"S": seen})
    assert len(seen) == len(inserts)


def test_a_program_that_exits_is_ended_there() -> None:
    text = "import sys\nif 1:\n    w = 1\n    sys.exit(0)\nprint('never')\n"
    seen: list[Any] = []
    exec(changed(text, ("w", "w"), ends_at=1), {"S": seen})
    assert seen == [1]


def test_a_string_over_several_lines_is_not_indented() -> None:
    program = Text("w = '''a\nb'''\nraise ValueError('''a\nb''')\n")
    program.leave_out([0, 1])
    exec(program.result(), {})
