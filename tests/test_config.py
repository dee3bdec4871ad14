"""Where settings come from, which of them win, and what a user reads who got one wrong."""

from __future__ import annotations

import os
import pickle
from collections.abc import Mapping
from pathlib import Path

import pytest

from gradlint.core.errors import GradlintError
from gradlint.core.model import Rule, Severity
from gradlint.engine.config import (
    Configuration,
    Settings,
    explicitly_selected,
    ignored_in_file,
    resolve_codes,
)
from gradlint.sources import discover
from tests.support.fresh import printed
from tests.support.rules import rule

RULES: Mapping[str, Rule] = {
    made.code: made
    for made in (
        rule("GL101", "numpy-call-on-gradient"),
        rule("GL102", "numpy-conversion-of-gradient", Severity.WARNING),
        rule("GL201", "inplace-on-leaf"),
        rule("GL202", "nonexistent-inplace-method"),
        rule("GL203", "inplace-on-saved-tensor"),
        rule("GL704", "clamped-parameter", Severity.INFO),
        rule("GL901", "unused-suppression", Severity.WARNING),
    )
}
DEFAULT = {"GL101", "GL102", "GL201", "GL202", "GL203", "GL901"}


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def settings_for(path: str, **options: object) -> Settings:
    return Configuration(RULES, options or None).settings_for(path)


def error_of(text: str, name: str = "gradlint.toml") -> str:
    Path(name).write_text(text, encoding="utf-8")
    with pytest.raises(GradlintError) as caught:
        settings_for("a.py")
    assert "\n" not in str(caught.value)
    return str(caught.value)


class TestSelection:
    @pytest.mark.parametrize(
        ("settings", "codes"),
        [
            (Settings(), DEFAULT),
            (Settings(select=("ALL",)), DEFAULT | {"GL704"}),
            (Settings(select=("GL",)), DEFAULT | {"GL704"}),
            (Settings(select=()), set()),
            (Settings(select=("GL2",)), {"GL201", "GL202", "GL203"}),
            (Settings(select=("GL20",), ignore=("GL203",)), {"GL201", "GL202"}),
            (Settings(select=("inplace-on-leaf",)), {"GL201"}),
            (Settings(select=("GL2",), ignore=("GL201",)), {"GL202", "GL203"}),
            (Settings(select=("GL201",), ignore=("GL2",)), {"GL201"}),
            (Settings(select=("ALL",), ignore=("GL2",)), {"GL101", "GL102", "GL704", "GL901"}),
            (Settings(select=("GL2", "GL201"), ignore=("GL20",)), {"GL201"}),
            (Settings(select=("GL201",), ignore=("inplace-on-leaf",)), set()),
            (Settings(ignore=("GL1",)), {"GL201", "GL202", "GL203", "GL901"}),
            (Settings(ignore=("ALL",), extend_select=("GL101",)), {"GL101"}),
            (Settings(extend_select=("GL704",)), DEFAULT | {"GL704"}),
            (Settings(select=("GL1",), extend_select=("GL7",)), {"GL101", "GL102", "GL704"}),
        ],
    )
    def test_the_more_specific_selector_wins(self, settings: Settings, codes: set[str]) -> None:
        assert resolve_codes(settings, RULES) == codes

    @pytest.mark.parametrize(
        ("settings", "codes"),
        [
            (Settings(), set()),
            (Settings(ignore=("GL101",)), set()),
            (Settings(extend_select=("GL704",)), {"GL704"}),
            (Settings(select=("GL1",)), {"GL101", "GL102"}),
            (Settings(select=("GL1",), ignore=("GL101",)), {"GL102"}),
            (Settings(select=("ALL",)), DEFAULT | {"GL704"}),
        ],
    )
    def test_what_is_on_by_default_is_not_selected_explicitly(
        self, settings: Settings, codes: set[str]
    ) -> None:
        assert explicitly_selected(settings, RULES) == codes

    def test_a_rule_that_the_user_rates_higher_is_still_off_by_default(self) -> None:
        settings = Settings(severity={"GL704": Severity.ERROR})
        assert "GL704" not in resolve_codes(settings, RULES)


class TestPrecedence:
    def test_without_any_file_the_defaults_hold(self, root: Path) -> None:
        settings = settings_for("a.py")
        assert (settings.select, settings.source, settings.root) == (None, None, str(root))
        assert settings.output_format == "full"
        assert settings.respect_gitignore
        assert not settings.force_exclude

    def test_the_nearest_file_wins_and_is_not_mixed_with_others(self, root: Path) -> None:
        write(root / "pyproject.toml", '[tool.gradlint]\nselect = ["GL1"]\nforce-exclude = true\n')
        write(root / "sub/gradlint.toml", 'select = ["GL2"]\n')
        assert settings_for("a.py").select == ("GL1",)
        assert settings_for("other/deep/a.py").select == ("GL1",)
        near = settings_for("sub/deep/a.py")
        assert (near.select, near.force_exclude, near.root) == (("GL2",), False, str(root / "sub"))

    def test_in_one_folder_our_own_file_wins(self, root: Path) -> None:
        write(root / "pyproject.toml", '[tool.gradlint]\nselect = ["GL1"]\n')
        write(root / ".gradlint.toml", 'select = ["GL2"]\n')
        assert settings_for("a.py").select == ("GL2",)
        write(root / "gradlint.toml", 'select = ["GL9"]\n')
        assert settings_for("a.py").select == ("GL9",)

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "[tool.other]\nx = 1\n",
            'this is no TOML [\nname = "grad"\n',
            '[project]\ndependencies = ["gradlint-autodiff"]\n',
            'tool = "gradlint"\n',
        ],
    )
    def test_a_pyproject_that_is_not_about_us_is_passed_by(self, root: Path, text: str) -> None:
        write(root / "gradlint.toml", 'select = ["GL2"]\n')
        write(root / "sub/pyproject.toml", text)
        assert settings_for("sub/a.py").select == ("GL2",)

    def test_an_empty_table_stops_the_search(self, root: Path) -> None:
        write(root / "gradlint.toml", 'select = ["GL2"]\n')
        write(root / "sub/pyproject.toml", "[tool.gradlint]\n")
        assert settings_for("sub/a.py").select is None

    def test_the_command_line_replaces_what_the_file_selects(self, root: Path) -> None:
        write(root / "gradlint.toml", 'select = ["GL1"]\nextend-select = ["GL7"]\nignore = ["GL201"]\n')
        settings = settings_for("a.py", select=["GL2"])
        assert resolve_codes(settings, RULES) == {"GL201", "GL202", "GL203"}
        assert explicitly_selected(settings, RULES) == {"GL201", "GL202", "GL203"}

    def test_the_command_line_adds_to_and_takes_from_what_the_file_selects(self, root: Path) -> None:
        write(root / "gradlint.toml", 'select = ["GL101", "GL201"]\nignore = ["GL202"]\n')
        more = settings_for("a.py", **{"extend-select": ["GL202", "GL704"]})
        assert resolve_codes(more, RULES) == {"GL101", "GL201", "GL202", "GL704"}
        assert "GL704" in explicitly_selected(more, RULES)
        less = settings_for("a.py", ignore=["GL1"])
        assert resolve_codes(less, RULES) == {"GL201"}

    def test_the_command_line_wins_key_by_key(self, root: Path) -> None:
        write(
            root / "gradlint.toml",
            'output-format = "json"\nexclude = ["a"]\nextend-exclude = ["b"]\nextension = {txt = "python"}\n',
        )
        settings = settings_for("a.py", **{"output-format": "sarif", "extend-exclude": ["c"]})
        assert settings.output_format == "sarif"
        assert [glob.pattern for glob in settings.discovery.exclude] == ["a", "b", "c"]
        assert settings.extension == {"txt": "python"}
        assert settings_for("a.py").output_format == "json"

    def test_isolated_reads_no_file(self, root: Path) -> None:
        write(root / "gradlint.toml", "nonsense = [")
        settings = Configuration(RULES, {"select": ["GL1"]}, isolated=True).settings_for("a.py")
        assert settings.select == ("GL1",)

    def test_a_named_file_holds_everywhere(self, root: Path) -> None:
        write(root / "gradlint.toml", 'select = ["GL1"]\n')
        write(root / "conf/other.toml", 'select = ["GL2"]\n')
        write(root / "conf/pyproject.toml", '[tool.gradlint]\nselect = ["GL9"]\n')
        named = Configuration(RULES, config="conf/other.toml").settings_for("a.py")
        assert (named.select, named.root) == (("GL2",), str(root / "conf"))
        assert Configuration(RULES, config="conf/pyproject.toml").settings_for("a.py").select == ("GL9",)

    def test_a_named_file_must_be_there_and_about_us(self, root: Path) -> None:
        with pytest.raises(GradlintError, match=r"^nowhere\.toml: cannot be read: "):
            Configuration(RULES, config="nowhere.toml")
        write(root / "pyproject.toml", "[tool.other]\n")
        with pytest.raises(GradlintError, match=r"^pyproject\.toml: has no \[tool\.gradlint\] table$"):
            Configuration(RULES, config="pyproject.toml")

    def test_a_configuration_file_is_read_once(self, root: Path) -> None:
        path = write(root / "gradlint.toml", 'select = ["GL1"]\n')
        configuration = Configuration(RULES)
        first = configuration.settings_for("a/b/c.py")
        path.unlink()
        assert configuration.settings_for("a/d.py") is first
        assert configuration.settings_for("a/b/e.py") is first

    def test_a_byte_order_mark_does_no_harm(self, root: Path) -> None:
        (root / "gradlint.toml").write_bytes(b"\xef\xbb\xbfselect = ['GL1']\r\n")
        assert settings_for("a.py").select == ("GL1",)

    def test_a_folder_with_the_name_of_a_configuration_is_none(self, root: Path) -> None:
        (root / "gradlint.toml").mkdir()
        assert settings_for("a.py").source is None


class TestValues:
    def test_every_key_arrives(self, root: Path) -> None:
        write(
            root / "pyproject.toml",
            """
            [tool.gradlint]
            select = ["GL1", "inplace-on-leaf"]
            extend-select = ["GL704"]
            ignore = ["GL102"]
            exclude = ["vendor"]
            extend-exclude = ["docs/*.md"]
            force-exclude = true
            respect-gitignore = false
            output-format = "github"
            [tool.gradlint.per-file-ignores]
            "tests/*" = ["GL1", "inplace-on-leaf"]
            [tool.gradlint.extension]
            ".TXT" = "markdown"
            jinja = "python"
            [tool.gradlint.severity]
            GL101 = "warning"
            inplace-on-leaf = "info"
            """,
        )
        settings = settings_for("a.py")
        assert settings.select == ("GL1", "inplace-on-leaf")
        assert settings.extend_select == ("GL704",)
        assert settings.ignore == ("GL102",)
        assert [(glob.pattern, glob.root) for glob in settings.exclude] == [("vendor", str(root))]
        assert [glob.pattern for glob in settings.extend_exclude] == ["docs/*.md"]
        assert settings.force_exclude
        assert not settings.respect_gitignore
        assert settings.output_format == "github"
        assert [(glob.pattern, codes) for glob, codes in settings.per_file_ignores] == [
            ("tests/*", ("GL1", "inplace-on-leaf"))
        ]
        assert settings.extension == {"txt": "markdown", "jinja": "python"}
        assert settings.severity == {"GL101": Severity.WARNING, "GL201": Severity.INFO}
        assert settings.source == str(root / "pyproject.toml")

    def test_settings_can_be_cached_and_sent_to_another_process(self, root: Path) -> None:
        write(root / "gradlint.toml", 'exclude = ["a"]\n[severity]\nGL2 = "info"\nGL201 = "error"\n')
        settings = settings_for("a.py")
        assert pickle.loads(pickle.dumps(settings)) == settings
        assert hash(pickle.loads(pickle.dumps(settings))) == hash(settings)
        assert settings.severity["GL201"] is Severity.ERROR
        assert settings.severity["GL202"] is Severity.INFO

    def test_per_file_ignores_are_relative_to_their_file(self, root: Path) -> None:
        write(
            root / "sub/gradlint.toml",
            '[per-file-ignores]\n"tests/*" = ["GL1"]\n"conftest.py" = ["GL201"]\n"legacy/" = ["ALL"]\n',
        )

        def ignored(path: str) -> frozenset[str]:
            return ignored_in_file(settings_for(path), path, RULES)

        assert ignored("sub/tests/a.py") == {"GL101", "GL102"}
        assert ignored("sub/tests/deep/conftest.py") == {"GL101", "GL102", "GL201"}
        assert ignored("sub/src/tests/a.py") == frozenset()
        assert ignored("sub/src/legacy/x/a.py") == frozenset(RULES)
        assert ignored("tests/a.py") == frozenset()

    def test_globs_of_the_command_line_are_relative_to_the_working_directory(self, root: Path) -> None:
        write(root / "sub/gradlint.toml", "")
        settings = settings_for("sub/a.py", **{"per-file-ignores": {"sub/*.py": ["GL1"]}})
        assert ignored_in_file(settings, "sub/a.py", RULES) == {"GL101", "GL102"}

    def test_nested_configurations_steer_the_discovery(self, root: Path) -> None:
        write(root / "gradlint.toml", 'extend-exclude = ["skip.py"]\n')
        write(root / "inner/gradlint.toml", 'extend-exclude = ["/deep"]\n')
        for name in ("skip.py", "a.py", "inner/skip.py", "inner/deep/b.py"):
            write(root / name, "")
        configuration = Configuration(RULES)
        top = configuration.settings_in(str(root)).discovery
        assert list(discover(["."], top, configuration.discovery_in)) == [
            "a.py",
            os.path.join("inner", "skip.py"),
        ]


class TestMistakes:
    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("selct = []", "gradlint.toml: selct: unknown key (did you mean select?)"),
            (
                "per_file_ignores = {}",
                "gradlint.toml: per_file_ignores: unknown key (did you mean per-file-ignores?)",
            ),
            ("zzz = 1", "gradlint.toml: zzz: unknown key"),
            ('select = "GL1"', "gradlint.toml: select: expected a list of strings, found a string"),
            ("ignore = [1]", "gradlint.toml: ignore: expected a list of strings, found an integer in it"),
            ("force-exclude = 1", "gradlint.toml: force-exclude: expected true or false, found an integer"),
            ("per-file-ignores = []", "gradlint.toml: per-file-ignores: expected a table, found a list"),
            ('select = ["GL1O1"]', "gradlint.toml: select: unknown rule 'GL1O1' (did you mean GL101?)"),
            ('select = ["gl201"]', "gradlint.toml: select: unknown rule 'gl201' (did you mean GL201?)"),
            ('select = ["GL999"]', "gradlint.toml: select: unknown rule 'GL999' (did you mean GL901?)"),
            ('select = ["GL20 1"]', "gradlint.toml: select: unknown rule 'GL20 1'"),
            (
                'ignore = ["inplace-on-leafs"]',
                "gradlint.toml: ignore: unknown rule 'inplace-on-leafs' (did you mean inplace-on-leaf?)",
            ),
            ('select = [""]', "gradlint.toml: select: unknown rule ''"),
            ('select = ["nothing-like-it"]', "gradlint.toml: select: unknown rule 'nothing-like-it'"),
            (
                'exclude = ["a[b"]',
                "gradlint.toml: exclude: invalid glob 'a[b': a [ or \\ at its end is left open",
            ),
            ('extend-exclude = [""]', "gradlint.toml: extend-exclude: invalid glob '': it is empty"),
            (
                '[per-file-ignores]\n"a.py" = ["GL2O1"]',
                "gradlint.toml: per-file-ignores.a.py: unknown rule 'GL2O1' (did you mean GL201?)",
            ),
            (
                '[per-file-ignores]\n"!a.py" = []',
                "gradlint.toml: per-file-ignores: invalid glob '!a.py': it cannot be negated",
            ),
            (
                '[severity]\nGL101 = "warn"',
                "gradlint.toml: severity.GL101: expected one of error, warning, info, found 'warn' "
                "(did you mean warning?)",
            ),
            (
                "[severity]\nGL1O2 = 3",
                "gradlint.toml: severity.GL1O2: unknown rule 'GL1O2' (did you mean GL102?)",
            ),
            (
                '[extension]\ntxt = "rst"',
                "gradlint.toml: extension.txt: expected one of python, notebook, markdown, found 'rst'",
            ),
            (
                "[extension]\ntxt = 1",
                "gradlint.toml: extension.txt: expected one of python, notebook, markdown, found an integer",
            ),
            (
                "[tool.gradlint]\nselect = []",
                "gradlint.toml: in gradlint.toml write keys at top level, without the [tool.gradlint] header",
            ),
        ],
    )
    def test_the_message_names_file_key_and_a_way_out(self, root: Path, text: str, message: str) -> None:
        assert error_of(text) == message

    def test_the_output_format_must_be_known(self, root: Path) -> None:
        assert error_of('output-format = "jsn"').endswith("found 'jsn' (did you mean json?)")

    @pytest.mark.parametrize("text", ["select = [", "a = 1\na = 2", "= 3", "\ud7ff"])
    def test_broken_toml_is_one_line(self, root: Path, text: str) -> None:
        assert error_of(text).startswith("gradlint.toml: not valid TOML: ")

    def test_a_file_in_another_encoding_is_one_line(self, root: Path) -> None:
        (root / "gradlint.toml").write_bytes(b"# \xe9\n")
        with pytest.raises(GradlintError, match=r"^gradlint\.toml: not valid UTF-8: byte 0xe9"):
            settings_for("a.py")

    def test_a_mistake_in_pyproject_names_that_file(self, root: Path) -> None:
        write(root / "sub/pyproject.toml", "[tool.gradlint]\nselct = []\n")
        with pytest.raises(GradlintError) as caught:
            settings_for(os.path.join("sub", "a.py"))
        assert (
            str(caught.value)
            == f"{os.path.join('sub', 'pyproject.toml')}: selct: unknown key (did you mean select?)"
        )
        assert error_of("[tool]\ngradlint = 3", "pyproject.toml") == (
            "pyproject.toml: tool.gradlint: expected a table, found an integer"
        )

    def test_a_mistake_on_the_command_line_names_the_option(self, root: Path) -> None:
        with pytest.raises(GradlintError) as caught:
            settings_for("a.py", select=["GL1O1"])
        assert str(caught.value) == "--select: unknown rule 'GL1O1' (did you mean GL101?)"


def test_toml_is_imported_only_for_a_file_that_is_ours(tmp_path: Path) -> None:
    program = (
        "import sys; from gradlint.engine.config import Configuration\n"
        "Configuration({}).settings_for('a.py')\n"
        "print('tomllib' in sys.modules or 'tomli' in sys.modules)"
    )
    (tmp_path / "pyproject.toml").write_text("[tool.other]\n")
    assert printed(program, cwd=tmp_path) == "False\n"
    (tmp_path / "pyproject.toml").write_text("[tool.gradlint]\n")
    assert printed(program, cwd=tmp_path) == "True\n"
