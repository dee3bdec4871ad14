"""Which hooks belong to which import; each framework is touched once the program has imported it."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .session import Session

_HOOKS = {
    "torch": "pytorch.hooks",
    "tensorflow": "tensorflow_hooks",
    "keras": "keras_hooks",
    "jax": "jax_hooks",
    "_pytest.assertion.rewrite": "pytest_hooks",
}


def installers(session: Session) -> dict[str, Callable[[Any], None]]:
    def installer(module: str) -> Callable[[Any], None]:
        def install(framework: Any) -> None:
            import_module(f".{module}", __package__).install(framework, session)

        return install

    return {name: installer(module) for name, module in _HOOKS.items()}
