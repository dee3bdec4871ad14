"""`gradlint clean`: delete the caches."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence

from gradlint.core.errors import GradlintError
from gradlint.engine.cache import FOLDER

_TAG = "CACHEDIR.TAG"


def clean(paths: Sequence[str]) -> int:
    """Delete every cache of ours in these folders and below. A folder that only has its name stays."""
    for path in paths or [os.curdir]:
        if not os.path.isdir(path):
            raise GradlintError(f"no such folder: {path}")
        for folder, below, _ in os.walk(path):
            if FOLDER in below:
                below.remove(FOLDER)
                cache = os.path.join(folder, FOLDER)
                if os.path.isfile(os.path.join(cache, _TAG)) and not os.path.islink(cache):
                    _delete(cache)
    return 0


def _delete(cache: str) -> None:
    try:
        shutil.rmtree(cache)
    except OSError as error:
        raise GradlintError(f"{cache}: cannot be deleted: {error.strerror}") from error
    print(f"deleted {cache}")
