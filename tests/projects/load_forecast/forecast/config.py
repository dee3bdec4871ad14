from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    history: int = 24
    horizon: int = 6
    hidden: int = 32
    smoothness: float = 0.5
    lr: float = 5e-3
    epochs: int = 3
    batch_size: int = 16
