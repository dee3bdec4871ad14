"""Run inside an environment of gradlint: which of the files named in a list does it parse, or how long is that.

python triaged.py list  NAMES     print those that gradlint would parse
python triaged.py parse NAMES     parse all of them with libcst, as anybody would
python triaged.py quick NAMES     parse them as gradlint does: no collector, no checks of nodes
"""

from __future__ import annotations

import sys


def listed(names: list[str]) -> None:
    from gradlint.core import catalog
    from gradlint.engine.config import Configuration
    from gradlint.engine.linting import Engine

    engine = Engine(Configuration(catalog.headings(), {}, isolated=True), catalog.headings())
    for name in names:
        with open(name, "rb") as file:
            if engine.needs_parsing(file.read(), name):
                print(name)


def parsed(names: list[str]) -> None:
    import libcst

    for name in names:
        with open(name, "rb") as file:
            data = file.read()
        try:
            libcst.parse_module(data)
        except (libcst.ParserSyntaxError, UnicodeDecodeError):
            print(f"{name} cannot be parsed", file=sys.stderr)


def quickly_parsed(names: list[str]) -> None:
    import libcst

    from gradlint.analysis.project.parsing import parse

    for name in names:
        with open(name, "rb") as file:
            data = file.read()
        try:
            parse(data)
        except (libcst.ParserSyntaxError, UnicodeDecodeError):
            print(f"{name} cannot be parsed", file=sys.stderr)


if __name__ == "__main__":
    with open(sys.argv[2], encoding="utf-8") as given:
        {"list": listed, "parse": parsed, "quick": quickly_parsed}[sys.argv[1]](given.read().splitlines())
