"""The picture of the terminal: `python -m website.terminal` runs gradlint on an example and draws what it prints."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / "docs" / "terminal.svg"
COMMAND = ("gradlint", "--select", "GL104", "examples/torch_training.py")
WIDTH = 104


def printed() -> str:
    """What the command prints, in colour, as it does on a terminal of this width."""
    environment = {**os.environ, "FORCE_COLOR": "1", "PYTHONPATH": str(ROOT), "COLUMNS": str(WIDTH)}
    done = subprocess.run(
        [sys.executable, "-m", *COMMAND, "--no-cache"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    return done.stdout


def picture(output: str) -> str:
    """The output as SVG, without a font from another host."""
    from rich.console import Console
    from rich.text import Text

    console = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True)
    console.print(Text(f"$ {' '.join(COMMAND)}", style="bold"))
    console.print(Text.from_ansi(output.rstrip("\n")))
    drawn = console.export_svg(title="gradlint", unique_id="terminal")
    drawn = re.sub(r"@font-face \{.*?\}\s*", "", drawn, flags=re.DOTALL)
    return drawn.replace("Fira Code, monospace", "ui-monospace, Menlo, Consolas, monospace")


if __name__ == "__main__":
    PICTURE.write_text(picture(printed()), "utf-8")
