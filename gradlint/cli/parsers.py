"""The options of each command, as argparse has them: the one list that parsing, help and shell completion read."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn

from gradlint import __version__
from gradlint.core.devices import DEVICES, is_device
from gradlint.core.errors import GradlintError
from gradlint.report import FORMATS

FAIL_ON = ("info", "warning", "error", "confirmed")

_CHECK_USAGE = "gradlint [check] [options] [PATH ...]"
_CONFIRM_USAGE = "gradlint confirm [options] FILE:LINE ..."
_RUN_USAGE = "gradlint run [options] SCRIPT [ARGUMENT ...] | -m MODULE [ARGUMENT ...]"
_RULE_USAGE = "gradlint rule [options] CODE|NAME ... | --all | --search TEXT"
_CLEAN_USAGE = "gradlint clean [PATH ...]"
_EXPLAIN_USAGE = "gradlint explain [options] FILE:LINE | FILE --why NAME"
_INIT_USAGE = "gradlint init [--baseline] [FOLDER]"
_SCHEMA_USAGE = "gradlint schema [--pyproject]"
_COMPLETION_USAGE = "gradlint completion bash|zsh|fish"
_SERVER_USAGE = "gradlint server"
ABOUT = "Finds the line where a gradient breaks in PyTorch, TensorFlow/Keras, JAX and NumPy code."
_VERBOSE = (
    "say more: the fix of each finding as a diff, what was tried to execute it, files without a framework"
)
_CONFIRM_ABOUT = """\
Executes the code of a finding in a sandbox and says with numbers whether its gradient is broken.
With these options `gradlint --confirm PATH ...` does so for all findings."""
_RUN_ABOUT = """\
Runs your program as `python` would, watches the flagged lines of its project, and says at the end which findings are
real, with the shapes and numbers of this run, and which parameters received no gradient.
The program runs with your rights, not in a sandbox. The report goes to standard error."""
_RULE_ABOUT = (
    "Explains a rule: what it reports, why that breaks, what to write instead, what it does not see."
)
_CLEAN_ABOUT = (
    "Deletes what gradlint keeps in .gradlint_cache, of these folders (default: .) and those below."
)
_EXPLAIN_ABOUT = """\
Says what the values of a line carry: where the gradient entered, where it is requested and what cuts it, also where
nothing is wrong. With --why NAME: why a parameter or variable of a file gets a gradient, or none. The code is read and
never executed; code that gradlint does not see is assumed to be differentiable, and the answer says so."""
_INIT_ABOUT = """\
Writes a configuration with all common keys to start from: into pyproject.toml if the folder has one, else as
gradlint.toml. A configuration that is there already is left alone."""
_SCHEMA_ABOUT = "Prints the JSON schema of gradlint.toml, for editors that check and complete TOML."
_COMPLETION_ABOUT = """\
Prints the completion of a shell. For bash, add to ~/.bashrc:  eval "$(gradlint completion bash)"
zsh:   gradlint completion zsh > "${fpath[1]}/_gradlint"
fish:  gradlint completion fish > ~/.config/fish/completions/gradlint.fish"""
_SERVER_ABOUT = """\
Speaks the language server protocol over standard input and output: an editor starts it.
It needs the extra lsp: pip install 'gradlint-autodiff[lsp]'."""
_DONE_HELP = """\
exit codes: 0 done, 2 wrong usage or internal error.
"""
_RUN_EXIT_HELP = """\
exit code: that of the program.
"""
EXIT_HELP = """\
exit codes: 0 nothing found, 1 findings, 2 wrong usage, wrong configuration or internal error.
"""


class _Help(argparse.RawDescriptionHelpFormatter):
    """Help of one width everywhere: argparse would ask the terminal for it whenever an option is added."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=32, width=100)


class Parser(argparse.ArgumentParser):
    """argparse with one line of complaint instead of a page of usage."""

    def error(self, message: str) -> NoReturn:
        raise GradlintError(message.removeprefix("argument "))

    def parse(self, words: Sequence[str]) -> tuple[argparse.Namespace, list[str]]:
        """The options wherever they stand, and everything else; after `--` everything is something else."""
        words = list(words)
        end = words.index("--") if "--" in words else len(words)
        parsed, rest = self.parse_known_args(words[:end])
        for word in rest:
            if word.startswith("-") and word != "-":
                raise GradlintError(f"unknown option {word}{self._did_you_mean(word)}")
        return parsed, rest + words[end + 1 :]

    def _did_you_mean(self, word: str) -> str:
        from gradlint.core.selectors import closest, did_you_mean

        shown = [
            name
            for action in self._actions
            if action.help is not argparse.SUPPRESS
            for name in action.option_strings
        ]
        return did_you_mean(closest(word.partition("=")[0], shown))


def _one_of(*known: str) -> Callable[[str], str]:
    def check(word: str) -> str:
        if word in known:
            return word
        from gradlint.core.selectors import closest, did_you_mean

        hint = did_you_mean(closest(word, known))
        raise argparse.ArgumentTypeError(f"expected one of {', '.join(known)}, found {word!r}{hint}")

    check.known = known  # type: ignore[attr-defined]  # shell completion offers them
    return check


def check_parser() -> Parser:
    parser = _new_parser(_CHECK_USAGE, EXIT_HELP)
    parser.add_argument("-V", "--version", action="version", version=f"gradlint {__version__}")
    rules = parser.add_argument_group(
        "rules",
        "RULES are codes, names, beginnings of codes, ALL or groups, with commas; groups are\n"
        "torch, tensorflow, jax, numpy, and silent for mistakes that raise no error",
    )
    _add_list(rules, "--select", "RULES", "run these rules instead of the default ones")
    _add_list(rules, "--extend-select", "RULES", "run these rules as well")
    _add_list(rules, "--ignore", "RULES", "do not run these rules")
    _add_list(rules, "--per-file-ignores", "GLOB:RULE", "do not run this rule in these files")
    files = parser.add_argument_group("files", "PATH is a file, a folder (default: .), or - for stdin")
    _add_list(files, "--exclude", "GLOBS", "exclude these files and folders instead of the default ones")
    _add_list(files, "--extend-exclude", "GLOBS", "exclude these files and folders as well")
    _add_list(files, "--extension", "EXT:KIND", "read such files as python, notebook or markdown")
    files.add_argument(
        "--force-exclude",
        action="store_true",
        help="exclude files even if they are named on the command line",
    )
    files.add_argument(
        "--watch", action="store_true", help="lint again whenever a file changes, until Ctrl-C"
    )
    files.add_argument("--shard", metavar="I/N", type=_shard, help="lint only part I of N equal parts")
    files.add_argument("--stdin-filename", metavar="NAME", help="the file name for code from stdin")
    known = parser.add_argument_group("old code")
    known.add_argument("--baseline", metavar="FILE", help="hide the findings that this file lists")
    known.add_argument(
        "--write-baseline", metavar="FILE", help="write all findings to this file, as a baseline"
    )
    known.add_argument(
        "--prune-baseline", action="store_true", help="drop from the baseline what is no longer found"
    )
    known.add_argument(
        "--diff-base", metavar="REV", help="only findings on lines changed since this git revision"
    )
    known.add_argument(
        "--add-ignore",
        nargs="?",
        const="",
        metavar="REASON",
        help="add an ignore comment to each line with a finding",
    )
    settings = parser.add_argument_group("configuration")
    settings.add_argument("--config", metavar="FILE", help="use this configuration file for all files")
    settings.add_argument("--isolated", action="store_true", help="ignore all configuration files")
    settings.add_argument("-j", "--jobs", type=_number, metavar="N", help="processes (default: one per CPU)")
    settings.add_argument("--no-cache", action="store_true", help="neither read nor write the cache")
    settings.add_argument("--cache-dir", metavar="DIR", help="keep the cache here")
    output = parser.add_argument_group("output")
    _add_report(output)
    output.add_argument("--statistics", action="store_true", help="count the findings of each rule")
    output.add_argument("--show-files", action="store_true", help="list the files that would be linted")
    output.add_argument("--show-settings", action="store_true", help="show the settings for the first PATH")
    _add_colour(output)
    output.add_argument("-q", "--quiet", action="store_true", help="print only findings")
    output.add_argument("-v", "--verbose", action="store_true", help=_VERBOSE)
    output.add_argument("--exit-zero", action="store_true", help="exit with 0 even if there are findings")
    output.add_argument(
        "--fail-on",
        type=_one_of(*FAIL_ON),
        metavar="LEVEL",
        help="exit with 1 only for findings of this level or worse: info, warning, error, or confirmed (proven "
        "by running the program; an illustrated finding does not count)",
    )
    fixes = parser.add_argument_group("fixes")
    fixes.add_argument("--fix", action="store_true", help="apply the safe fixes")
    fixes.add_argument("--unsafe-fixes", action="store_true", help="also apply fixes that need a review")
    fixes.add_argument("--diff", action="store_true", help="show what would be fixed, and change nothing")
    fixes.add_argument("--show-fixes", action="store_true", help="list what was fixed")
    fixes.add_argument(
        "--exit-non-zero-on-fix", action="store_true", help="exit with 1 if something was fixed"
    )
    running = parser.add_argument_group("runtime mode", "more options: gradlint help confirm")
    running.add_argument(
        "--confirm", action="store_true", help="execute each finding in a sandbox and prove it with numbers"
    )
    _add_confirm(running, shown=False)
    # Editors that know ruff say this; without --fix we change nothing anyway.
    parser.add_argument("--no-fix", action="store_true", help=argparse.SUPPRESS)
    return parser


def confirm_parser() -> Parser:
    parser = _new_parser(_CONFIRM_USAGE, EXIT_HELP, _CONFIRM_ABOUT)
    _add_confirm(parser, shown=True)
    _add_report(parser)
    parser.add_argument("--config", metavar="FILE", help="use this configuration file")
    parser.add_argument("--isolated", action="store_true", help="ignore all configuration files")
    _add_colour(parser)
    parser.add_argument("-q", "--quiet", action="store_true", help="print only findings")
    parser.add_argument("-v", "--verbose", action="store_true", help=_VERBOSE)
    return parser


def run_parser() -> Parser:
    parser = _new_parser(_RUN_USAGE, _RUN_EXIT_HELP, _RUN_ABOUT)
    parser.add_argument(
        "--python",
        metavar="PATH",
        help="the interpreter that has your frameworks (default: as for gradlint confirm)",
    )
    _add_list(parser, "--select", "RULES", "run these rules instead of the default ones")
    _add_list(parser, "--ignore", "RULES", "do not run these rules")
    parser.add_argument("--config", metavar="FILE", help="use this configuration file")
    parser.add_argument("--isolated", action="store_true", help="ignore all configuration files")
    parser.add_argument(
        "--record",
        action="store_true",
        help="keep shapes, types and small values at the flagged functions in gradlint-record.json of the project, "
        "for gradlint --confirm to replay",
    )
    parser.add_argument(
        "--follow", action="store_true", help="watch the Python processes that the program starts as well"
    )
    _add_report(parser)
    _add_colour(parser)
    parser.add_argument("-q", "--quiet", action="store_true", help="print only findings")
    parser.add_argument("-v", "--verbose", action="store_true", help="also report problems while watching")
    parser.add_argument(
        "--fail-on",
        type=_one_of(*FAIL_ON),
        metavar="LEVEL",
        help="exit with 1 for findings of this level or worse (info, warning, error, or confirmed by this run), "
        "if the program itself exits with 0",
    )
    return parser


def _add_confirm(group: Any, shown: bool) -> None:
    """The options of runtime mode; in the help of `check` one line stands for all of them."""

    def add(name: str, text: str, **how: Any) -> None:
        group.add_argument(name, help=text if shown else argparse.SUPPRESS, **how)

    add(
        "--device",
        "where to execute: auto, cpu, cuda, cuda:1, mps, xpu, tpu (default: cpu); "
        "fails if the device is not available; never falls back to another",
        type=_device,
        metavar="DEVICE",
    )
    add(
        "--python",
        "the interpreter that has your frameworks (default: that of the configuration, of VIRTUAL_ENV, of .venv "
        "or venv in this project, of CONDA_PREFIX, or the one that runs gradlint)",
        metavar="PATH",
    )
    add(
        "--on",
        "execute on another machine: ssh:HOST or ssh:HOST:PYTHON; the runner and the jobs are sent over ssh, nothing "
        "is installed there",
        metavar="PLACE",
    )
    add(
        "--recorded",
        "the inputs that gradlint run --record has kept (default: gradlint-record.json of the project, if it is there)",
        metavar="FILE",
    )
    add(
        "--sandbox",
        "strict (default) executes nothing without seccomp and Landlock or namespaces; weak does",
        type=_one_of("strict", "weak"),
        default="strict",
        metavar="MODE",
    )
    add(
        "--confirm-timeout",
        "seconds of processor time for each finding (default: 10)",
        type=_positive,
        metavar="S",
        default=10.0,
    )
    add(
        "--confirm-memory",
        "megabytes for each finding (default: 2048)",
        type=_positive,
        metavar="MB",
        default=2048.0,
    )
    add(
        "--confirm-disk",
        "megabytes that the program of a finding may write, a quarter of it in one file (default: 256)",
        type=_positive,
        metavar="MB",
        default=256.0,
    )
    add("--save-repro", "write each reproduction as a file that runs by itself", metavar="DIR")
    add("--drop-refuted", "leave out findings that running the program has refuted", action="store_true")


def _shard(word: str) -> tuple[int, int]:
    number, slash, total = word.partition("/")
    if slash and number.isdigit() and total.isdigit() and 1 <= int(number) <= int(total):
        return int(number), int(total)
    raise argparse.ArgumentTypeError(f"expected a part such as 2/4, found {word!r}")


def _device(word: str) -> str:
    if is_device(word):
        return word
    from gradlint.core.selectors import closest, did_you_mean

    hint = did_you_mean(closest(word.partition(":")[0], DEVICES))
    raise argparse.ArgumentTypeError(f"expected one of {', '.join(DEVICES)} or cuda:1, found {word!r}{hint}")


def _number(word: str) -> int:
    if word.isdigit() and int(word) > 0:
        return int(word)
    raise argparse.ArgumentTypeError(f"expected a number above 0, found {word!r}")


def _positive(word: str) -> float:
    try:
        number = float(word)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"expected a number above 0, found {word!r}")
    return number


def rule_parser() -> Parser:
    parser = _new_parser(_RULE_USAGE, _DONE_HELP, _RULE_ABOUT)
    parser.add_argument("--all", action="store_true", help="all rules")
    parser.add_argument(
        "--search", metavar="TEXT", help="find rules by symptom or error message, such as 'loss is NaN'"
    )
    parser.add_argument(
        "--output-format",
        type=_one_of("text", "json"),
        default="text",
        metavar="FORMAT",
        help="text, json (default: text)",
    )
    _add_colour(parser)
    return parser


def clean_parser() -> Parser:
    return _new_parser(_CLEAN_USAGE, _DONE_HELP, _CLEAN_ABOUT)


def explain_parser() -> Parser:
    parser = _new_parser(_EXPLAIN_USAGE, _DONE_HELP, _EXPLAIN_ABOUT)
    parser.add_argument(
        "--why", metavar="NAME", help="such as self.log_alpha: why it gets a gradient, or none"
    )
    parser.add_argument(
        "--output-format",
        type=_one_of("text", "json", "svg"),
        default="text",
        metavar="FORMAT",
        help="text, json, svg (default: text)",
    )
    parser.add_argument("--output-file", metavar="FILE", help="write the answer to this file")
    _add_colour(parser)
    return parser


def init_parser() -> Parser:
    parser = _new_parser(_INIT_USAGE, _DONE_HELP, _INIT_ABOUT)
    parser.add_argument(
        "--baseline",
        action="store_true",
        help="lint the folder, list what is there in gradlint-baseline.json, and report only what is new from now on",
    )
    return parser


def schema_parser() -> Parser:
    parser = _new_parser(_SCHEMA_USAGE, _DONE_HELP, _SCHEMA_ABOUT)
    parser.add_argument("--pyproject", action="store_true", help="the schema of pyproject.toml instead")
    return parser


def completion_parser() -> Parser:
    return _new_parser(_COMPLETION_USAGE, _DONE_HELP, _COMPLETION_ABOUT)


def server_parser() -> Parser:
    return _new_parser(_SERVER_USAGE, _DONE_HELP, _SERVER_ABOUT)


def _new_parser(usage: str, epilog: str, about: str = ABOUT) -> Parser:
    return Parser(
        prog="gradlint",
        usage=usage,
        description=about,
        epilog=epilog,
        allow_abbrev=False,
        formatter_class=_Help,
    )


def _add_list(group: Any, name: str, metavar: str, text: str) -> None:
    group.add_argument(name, action="append", metavar=metavar, help=text)


def _add_report(group: Any) -> None:
    group.add_argument(
        "--output-format",
        type=_one_of(*FORMATS),
        metavar="FORMAT",
        help=f"{', '.join(FORMATS)} (default: full)",
    )
    group.add_argument("--output-file", metavar="FILE", help="write the report to this file")


def _add_colour(group: Any) -> None:
    choices = ("auto", "always", "never")
    text = f"{', '.join(choices)} (default: auto)"
    group.add_argument("--color", type=_one_of(*choices), default="auto", metavar="WHEN", help=text)
    group.add_argument(
        "--no-color", dest="color", action="store_const", const="never", help="the same as --color never"
    )


PARSERS: Mapping[str, Callable[[], Parser]] = {
    "check": check_parser,
    "confirm": confirm_parser,
    "run": run_parser,
    "rule": rule_parser,
    "explain": explain_parser,
    "init": init_parser,
    "schema": schema_parser,
    "completion": completion_parser,
    "server": server_parser,
    "clean": clean_parser,
}
"""The parser of each command."""
