"""The magics of IPython, in a real IPython."""

from __future__ import annotations

import pytest

pytest.importorskip("IPython", reason="needs IPython (the extra test brings it)")
