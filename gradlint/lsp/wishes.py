"""What the editor sets: `initializationOptions` when it starts the server, `gradlint.*` when it changes its mind."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Wishes:
    """Empty texts count as not said: that is what forms send for a field that nobody filled in."""

    config: str | None = None
    python: str | None = None
    device: str | None = None
    sandbox: str = "strict"

    @classmethod
    def read(cls, given: object) -> Wishes:
        said = given if isinstance(given, dict) else {}
        known = {key: said[key] for key in cls.__slots__ if isinstance(said.get(key), str) and said[key]}
        return cls(**known)
