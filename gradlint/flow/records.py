"""Frozen dataclasses at the price of plain ones.

The flow makes a million small records. A frozen dataclass guards its fields at run time and pays for
it with every field it sets; here the guard is mypy, which sees the real decorator.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(*, frozen: bool = False, eq: bool = True, **options: Any) -> Any:
        return dataclasses.dataclass(eq=eq, unsafe_hash=frozen and eq, **options)
