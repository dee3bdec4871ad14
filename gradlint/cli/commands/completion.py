"""`gradlint completion`: what a shell offers after Tab, made from the options as they are parsed."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

from gradlint.cli.arguments import COMMANDS
from gradlint.cli.parsers import PARSERS
from gradlint.core import catalog
from gradlint.core.devices import DEVICES
from gradlint.core.errors import GradlintError
from gradlint.core.records import dataclass

SHELLS = ("bash", "zsh", "fish")
_DEFAULT = "check"


@dataclass(frozen=True, slots=True)
class Option:
    """An option as a shell sees it."""

    names: tuple[str, ...]
    text: str
    takes_value: bool
    values: tuple[str, ...] = ()
    """What may follow; nothing where it is a file, or something nobody can foresee."""
    files: bool = False


def show_completion(shells: Sequence[str]) -> int:
    if len(shells) != 1 or shells[0] not in SHELLS:
        raise GradlintError(f"completion: name a shell: {', '.join(SHELLS)}")
    write = {"bash": _bash, "zsh": _zsh, "fish": _fish}[shells[0]]
    print("\n".join(write()))
    return 0


def options(command: str) -> list[Option]:
    """The options of a command that its help shows."""
    parser = PARSERS[command]()
    return [_option(action) for action in parser._actions if _is_shown(action)]


def _is_shown(action: argparse.Action) -> bool:
    return bool(action.option_strings) and action.help is not argparse.SUPPRESS


def _option(action: argparse.Action) -> Option:
    takes = action.nargs != 0 and not isinstance(action, argparse._HelpAction | argparse._VersionAction)
    meta = action.metavar if isinstance(action.metavar, str) else ""
    values: tuple[str, ...] = tuple(getattr(action.type, "known", ()))
    if meta in ("RULES", "DEVICE"):
        values = rule_names() if meta == "RULES" else DEVICES
    return Option(
        tuple(action.option_strings),
        (action.help or "").replace("%%", "%"),
        takes,
        values,
        meta in ("FILE", "DIR", "PATH"),
    )


def rule_names() -> tuple[str, ...]:
    from gradlint.engine.schema import selectors

    return tuple(word for word in selectors(catalog.headings()) if not word.startswith("GL") or len(word) > 4)


def _words(command: str) -> tuple[str, ...]:
    """What a command takes besides options, where that is no file."""
    return {"rule": rule_names(), "completion": SHELLS, "help": tuple(PARSERS)}.get(command, ())


def _bash() -> Iterator[str]:
    yield '# bash completion of gradlint: eval "$(gradlint completion bash)"'
    yield "_gradlint() {"
    yield '    local current="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}" command=check'
    yield f'    local commands="{" ".join(COMMANDS)}"'
    yield '    [[ " $commands " == *" ${COMP_WORDS[1]} "* && $COMP_CWORD -gt 1 ]] && command="${COMP_WORDS[1]}"'
    yield "    local offered="
    yield '    case "$command/$before" in'
    for command in PARSERS:
        for option in options(command):
            if option.takes_value:
                patterns = "|".join(f"{command}/{name}" for name in option.names)
                offer = (
                    'COMPREPLY=($(compgen -f -- "$current")); compopt -o filenames 2>/dev/null; return'
                    if option.files
                    else f'offered="{" ".join(option.values)}"'
                    if option.values
                    else "return"
                )
                yield f"        {patterns}) {offer} ;;"
    yield "        *)"
    yield '            case "$command" in'
    for command in COMMANDS:
        known = [name for option in options(command) for name in option.names] if command in PARSERS else []
        yield f'                {command}) offered="{" ".join((*known, *_words(command)))}" ;;'
    yield "            esac"
    yield '            [[ $COMP_CWORD -eq 1 ]] && offered="$commands $offered"'
    yield '            if [[ "$current" != -* ]]; then'
    yield '                COMPREPLY=($(compgen -f -- "$current"))'
    yield "                compopt -o filenames 2>/dev/null"
    yield "            fi ;;"
    yield "    esac"
    yield '    COMPREPLY+=($(compgen -W "$offered" -- "$current"))'
    yield "}"
    yield "complete -F _gradlint gradlint"


def _zsh() -> Iterator[str]:
    yield "#compdef gradlint"
    yield "_gradlint() {"
    yield "    local command=check"
    yield f"    local -a commands=({' '.join(COMMANDS)})"
    yield "    if (( CURRENT > 2 )) && (( ${commands[(Ie)${words[2]}]} )); then"
    yield "        command=${words[2]}; shift words; (( CURRENT-- ))"
    yield "    elif (( CURRENT == 2 )); then"
    yield "        compadd -a commands"
    yield "    fi"
    yield "    case $command in"
    for command in COMMANDS:
        words = _words(command)
        rest = f"'*:word:({' '.join(words)})'" if words else "'*:file:_files'"
        known = options(command) if command in PARSERS else []
        specs = [spec for option in known for spec in _zsh_specs(option)]
        yield f"        {command}) _arguments {' '.join((*specs, rest))} ;;"
    yield "    esac"
    yield "}"
    yield 'if [[ "$funcstack[1]" == _gradlint ]]; then _gradlint "$@"; else compdef _gradlint gradlint; fi'


def _zsh_specs(option: Option) -> Iterator[str]:
    text = "".join(character for character in option.text if character not in "[]:'\\")
    value = (
        f":value:({' '.join(option.values)})"
        if option.values
        else ":value:_files"
        if option.files
        else ":value:"
    )
    for name in option.names:
        yield f"'{name}[{text}]{value if option.takes_value else ''}'"


def _fish() -> Iterator[str]:
    yield f"set -l commands {' '.join(COMMANDS)}"
    yield 'complete -c gradlint -n "not __fish_seen_subcommand_from $commands" -a "$commands"'
    for command in COMMANDS:
        seen = f"__fish_seen_subcommand_from {command}"
        here = f"{seen}; or not __fish_seen_subcommand_from $commands" if command == _DEFAULT else seen
        if words := _words(command):
            yield f'complete -c gradlint -n "{here}" -a "{" ".join(words)}"'
        for option in options(command) if command in PARSERS else ():
            yield f'complete -c gradlint -n "{here}" {_fish_option(option)}'


def _fish_option(option: Option) -> str:
    names = " ".join(f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names)
    text = option.text.replace("\\", "").replace("'", "\\'")
    if not option.takes_value:
        return f"{names} -d '{text}'"
    values = f" -xa '{' '.join(option.values)}'" if option.values else " -rF" if option.files else " -x"
    return f"{names}{values} -d '{text}'"
