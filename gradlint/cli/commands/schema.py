"""`gradlint schema`: what a configuration may hold, for editors that check TOML."""

from __future__ import annotations

import json
from argparse import Namespace

from gradlint.core import catalog
from gradlint.core.errors import GradlintError
from gradlint.engine.schema import schema


def show_schema(parsed: Namespace) -> int:
    if parsed.paths:
        raise GradlintError(f"schema: unexpected {parsed.paths[0]!r}; the schema does not depend on files")
    print(json.dumps(schema(catalog.headings(), parsed.pyproject), indent=2))
    return 0
