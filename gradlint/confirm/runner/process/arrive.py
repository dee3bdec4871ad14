"""The first that runs on another machine: unpacks what was sent, runs the zygote, and leaves nothing behind.

It is given to the interpreter there as text, so it stands alone: it imports the standard library and nothing else. On
standard input come one line of JSON, an archive, and then the jobs, which are left to the zygote.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import signal
import site
import subprocess
import sys
import zipfile
from typing import Any


def main() -> int:
    header = json.loads(_line())
    archive = _exactly(header["size"])
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, frame: sys.exit(1))
    home = header["home"]
    # Whatever has this name already is not ours.
    os.mkdir(home, 0o700)
    try:
        with zipfile.ZipFile(io.BytesIO(archive)) as files:
            files.extractall(home)
        for folder in header["folders"]:
            os.makedirs(folder, exist_ok=True)
        base = os.path.join(home, "base")
        os.mkdir(base, 0o700)
        main_file = os.path.join(home, "runner", "__main__.py")
        config = json.dumps({**header["config"], "base": base})
        command = [sys.executable, main_file, "--zygote", config]
        return subprocess.call(command, cwd=base, env=_environment(header, base), start_new_session=True)
    finally:
        shutil.rmtree(home, ignore_errors=True)


def _line() -> bytes:
    """One byte after the other: nothing that follows may be taken."""
    line = b""
    while not line.endswith(b"\n"):
        byte = os.read(0, 1)
        if not byte:
            sys.exit("nothing was sent")
        line += byte
    return line


def _exactly(size: int) -> bytes:
    data = bytearray()
    while len(data) < size:
        part = os.read(0, min(size - len(data), 1 << 20))
        if not part:
            sys.exit("the connection ended before everything was sent")
        data += part
    return bytes(data)


def _environment(header: dict[str, Any], base: str) -> dict[str, str]:
    """As on the machine that sends the jobs: only what is named of the user's environment, and what makes it work."""
    kept = {name: os.environ[name] for name in header["kept"] if name in os.environ}
    for name in (*header["paths"], "PATH"):
        entries = [each for each in os.environ.get(name, "").split(os.pathsep) if os.path.isabs(each)]
        if entries:
            kept[name] = os.pathsep.join(entries)
    user = {"PYTHONUSERBASE": str(site.getuserbase()), "HOME": base, "TMPDIR": base}
    return {**kept, **header["always"], **user}


if __name__ == "__main__":
    sys.exit(main())
