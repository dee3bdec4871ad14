"""gradlint among other tools: groups of rules, a schema, shell completion, a first configuration, the library."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import gradlint
from gradlint.cli.arguments import COMMANDS
from gradlint.cli.commands.completion import options
from gradlint.cli.entry import main
from gradlint.cli.parsers import PARSERS
from gradlint.core import catalog
from gradlint.core.errors import GradlintError
from gradlint.core.selectors import GROUPS, codes_of, specificity
from gradlint.engine.config import Configuration
from gradlint.engine.options import KEYS
from gradlint.engine.schema import schema

LEAF = "import torch\nx = torch.ones(3, requires_grad=True)\nx.exp_()\nx.sum().backward()\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


class TestGroups:
    def test_a_framework_stands_for_the_rules_that_know_it(self) -> None:
        rules = catalog.headings()
        for framework in ("torch", "tensorflow", "jax", "numpy"):
            expected = {rule.code for rule in catalog.rules() if framework in rule.frameworks}
            assert expected and codes_of(framework, rules) == expected

    def test_silent_are_those_of_which_an_example_runs_without_an_error(self) -> None:
        expected = {
            rule.code
            for rule in catalog.rules()
            if any(example.outcome != "raises" for example in rule.examples)
        }
        assert codes_of("silent", catalog.headings()) == expected
        assert "GL104" in expected and "GL201" not in expected

    def test_no_rule_has_the_name_of_a_group(self) -> None:
        assert not {rule.name for rule in catalog.headings().values()} & set(GROUPS)

    def test_what_is_more_exact_wins(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        rules = catalog.headings()
        order = [specificity(word, rules) for word in ("ALL", "torch", "GL", "GL2", "GL201")]
        assert order == sorted(set(order))
        (folder / "a.py").write_text(LEAF)
        assert main(["--select", "torch", "a.py"]) == 1
        assert main(["--select", "silent", "a.py"]) == 0
        assert main(["--select", "torch", "--ignore", "GL2", "a.py"]) == 0
        assert main(["--select", "silent", "--extend-select", "inplace-on-leaf", "a.py"]) == 1
        assert main(["--select", "pytorch", "a.py"]) == 2
        assert "unknown rule 'pytorch' (did you mean torch?)" in capsys.readouterr().err

    def test_a_comment_names_rules_and_no_groups(self) -> None:
        text = LEAF.replace("x.exp_()", "x.exp_()  # gradlint: ignore[torch]")
        assert [finding.code for finding in gradlint.lint_source(text)] == ["GL201", "GL901"]


class TestBaseline:
    def test_standard_input_is_compared_with_it(
        self, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (folder / "a.py").write_text(LEAF)
        (folder / "gradlint.toml").write_text('baseline = "known.json"\n')
        assert main(["--write-baseline", "known.json", "a.py"]) == 0
        for text, code in ((f"# moved\n{LEAF}", 0), (f"{LEAF}x.log_()\n", 1)):
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
            assert main(["--stdin-filename", "a.py", "-"]) == code
        assert "1 known finding in the baseline" in capsys.readouterr().out
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(LEAF.encode())))
        assert main(["--fix", "--unsafe-fixes", "--stdin-filename", "a.py", "-"]) == 0
        assert capsys.readouterr().out.startswith(LEAF)


GOOD = [
    'select = ["ALL"]\nignore = ["GL103", "GL1"]\nextend-select = ["nonscalar-loss", "silent"]\n',
    'per-file-ignores = { "tests/*" = ["GL1"] }\nseverity = { GL104 = "error", torch = "warning" }\n',
    'exclude = ["third_party/"]\nextend-exclude = []\nextension = { txt = "markdown" }\n',
    "force-exclude = false\nrespect-gitignore = true\n",
    'output-format = "sarif"\nfail-on = "warning"\nbaseline = "known.json"\n',
    'python = ".venv/bin/python"\ndevice = "cuda:1"\n',
    "",
]
BAD = [
    'selct = ["ALL"]\n',
    'select = "ALL"\n',
    'select = ["GL1O1"]\n',
    "select = [1]\n",
    'force-exclude = "yes"\n',
    'output-format = "jsn"\n',
    'fail-on = "confirmed"\n',
    'device = "cpu:1"\n',
    'device = "gpu"\n',
    'python = ""\n',
    'severity = { GL104 = "fatal" }\n',
    'severity = { nobody = "error" }\n',
    'extension = { txt = "text" }\n',
    'per-file-ignores = ["GL1"]\n',
    'per_file_ignores = { "tests/*" = ["GL1"] }\n',
]


class TestSchema:
    @pytest.mark.parametrize(
        ("text", "good"), [*((text, True) for text in GOOD), *((text, False) for text in BAD)]
    )
    def test_it_lets_through_what_the_configuration_does(self, folder: Path, text: str, good: bool) -> None:
        jsonschema = pytest.importorskip("jsonschema")
        tomllib = pytest.importorskip("tomllib")
        table = f"[tool.gradlint]\n{text}"
        (folder / "pyproject.toml").write_text(table)
        try:
            Configuration(catalog.headings()).settings_for("a.py")
        except GradlintError:
            assert not good
        else:
            assert good
        for document, pyproject in ((tomllib.loads(table), True), (tomllib.loads(text), False)):
            made = schema(catalog.headings(), pyproject)
            jsonschema.Draft7Validator.check_schema(made)
            assert jsonschema.Draft7Validator(made).is_valid(document) is good

    @pytest.mark.skipif(shutil.which("taplo") is None, reason="taplo is not installed")
    def test_a_toml_language_server_takes_it_as_the_page_says(self, folder: Path) -> None:
        page = (Path(__file__).parents[1] / "docs" / "configuration.md").read_text("utf-8")
        block = next(each for each in page.split("```")[1::2] if "[rule.schema]" in each)
        (folder / ".taplo.toml").write_text(block.removeprefix("toml\n"))
        (folder / "gradlint-schema.json").write_text(json.dumps(schema(catalog.headings(), False)))
        for text, good in [*((each, True) for each in GOOD), *((each, False) for each in BAD)]:
            (folder / "gradlint.toml").write_text(text)
            done = subprocess.run(
                ["taplo", "lint", "gradlint.toml"], cwd=folder, capture_output=True, check=False
            )
            assert (done.returncode == 0) is good, done.stderr.decode()

    def test_the_command_prints_it_with_all_keys(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["schema"]) == 0
        shown = json.loads(capsys.readouterr().out)
        assert list(shown["properties"]) == list(KEYS)
        assert main(["schema", "--pyproject"]) == 0
        assert "tool" in json.loads(capsys.readouterr().out)["properties"]
        assert main(["schema", "a.py"]) == 2


class TestInit:
    def test_a_folder_gets_a_file_of_its_own(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["init"]) == 0
        assert "gradlint.toml written" in capsys.readouterr().out
        assert Configuration(catalog.headings()).settings_in(str(folder)).source == str(
            folder / "gradlint.toml"
        )
        assert main(["init"]) == 2
        assert "configures gradlint already" in capsys.readouterr().err

    @pytest.mark.parametrize("old", ['[project]\nname = "a"', '[project]\r\nname = "a"\r\n', ""])
    def test_a_project_gets_a_table(self, folder: Path, old: str) -> None:
        (folder / "pyproject.toml").write_bytes(old.encode())
        assert main(["init"]) == 0
        made = (folder / "pyproject.toml").read_bytes().decode()
        assert made.startswith(old) and "[tool.gradlint]" in made
        settings = Configuration(catalog.headings()).settings_in(str(folder))
        assert settings.source == str(folder / "pyproject.toml")
        assert ("\r\n" in old) == ("\r\n" in made) and "\r\r" not in made
        assert not (folder / "gradlint.toml").exists()

    def test_one_that_cannot_be_added_to_stays_as_it_was(self, folder: Path) -> None:
        old = "tool = { ruff = { line-length = 88 } }\n"
        (folder / "pyproject.toml").write_text(old)
        assert main(["init"]) == 0
        assert (folder / "pyproject.toml").read_text() == old
        assert (folder / "gradlint.toml").exists()

    def test_the_keys_that_it_names_are_valid(self, folder: Path) -> None:
        assert main(["init"]) == 0
        text = (folder / "gradlint.toml").read_text()
        active = "\n".join(line.removeprefix("# ") for line in text.splitlines()[1:])
        (folder / "gradlint.toml").write_text(active)
        settings = Configuration(catalog.headings()).settings_in(str(folder))
        assert settings.select == ("ALL",) and settings.device == "cpu"

    def test_what_is_there_can_be_accepted(
        self, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (folder / "inner").mkdir()
        (folder / "inner" / "a.py").write_text(LEAF)
        assert main(["init", "--baseline", "inner"]) == 0
        monkeypatch.chdir(folder / "inner")
        assert main([]) == 0
        assert "1 known finding in the baseline" in capsys.readouterr().out


class TestCompletion:
    def offered(self, script: Path, *words: str) -> set[str]:
        typed = " ".join(f"'{word}'" for word in words)
        program = (
            f"source {script}; COMP_WORDS=({typed}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); _gradlint; "
            'printf "%s\\n" "${COMPREPLY[@]}"'
        )
        done = subprocess.run(["bash", "-c", program], capture_output=True, text=True, check=True)
        assert done.stderr == ""
        return set(done.stdout.split())

    @pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
    def test_bash_offers_what_is_understood(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["completion", "bash"]) == 0
        script = folder / "completion.bash"
        script.write_text(capsys.readouterr().out)
        (folder / "train.py").write_text("")
        assert self.offered(script, "gradlint", "ini") == {"init"}
        assert self.offered(script, "gradlint", "tr") == {"train.py"}
        assert self.offered(script, "gradlint", "--out") == {"--output-format", "--output-file"}
        assert self.offered(script, "gradlint", "--output-format", "js") == {"json", "json-lines"}
        assert self.offered(script, "gradlint", "--select", "sil") == {
            "silent",
            "silent-broadcast",
            "silent-data-write",
        }
        assert self.offered(script, "gradlint", "confirm", "--sandbox", "") == {"strict", "weak"}
        assert self.offered(script, "gradlint", "rule", "inplace-on-l") == {"inplace-on-leaf"}
        assert self.offered(script, "gradlint", "completion", "z") == {"zsh"}

    @pytest.mark.parametrize("shell", ["zsh", "fish"])
    def test_the_others_name_every_option_and_parse(
        self, shell: str, folder: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["completion", shell]) == 0
        text = capsys.readouterr().out
        for command in PARSERS:
            assert command in text
            for option in options(command):
                for name in option.names:
                    assert (name if shell == "zsh" else name.lstrip("-")) in text
        if shutil.which(shell) is None:
            pytest.skip(f"{shell} is not installed, so its script was not parsed")
        (folder / "script").write_text(text)
        subprocess.run([shell, "-n", str(folder / "script")], check=True)

    def test_another_shell_is_an_error(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["completion", "tcsh"]) == 2
        assert capsys.readouterr().err == "gradlint: error: completion: name a shell: bash, zsh, fish\n"


def test_every_command_has_a_page_and_a_line_in_the_overview(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    overview = capsys.readouterr().out
    assert all(f"\n  {command}" in overview for command in COMMANDS)
    assert overview.count("\n") <= 40 and max(map(len, overview.splitlines())) <= 120


class TestLibrary:
    def test_its_classes_are_at_the_front_door(self) -> None:
        from gradlint.core.model import Finding

        assert gradlint.Finding is Finding
        assert gradlint.GradlintError is GradlintError
        with pytest.raises(gradlint.GradlintError, match="unknown rule"):
            gradlint.lint_source("import torch\n", select=["GL1O1"])
        with pytest.raises(AttributeError, match="no attribute 'Findings'"):
            gradlint.Findings  # type: ignore[attr-defined]  # noqa: B018

    def test_confirming_uses_the_interpreter_that_it_is_given(self, folder: Path) -> None:
        (folder / "a.py").write_text("import torch\n")
        with pytest.raises(gradlint.GradlintError, match="nowhere"):
            list(gradlint.confirm_paths(["a.py"], python="/nowhere/python"))
