from dataclasses import dataclass


@dataclass(frozen=True)
class Config:
    model: str = "poly"
    rounds: int = 4
    rate: float = 0.1
    steps: int = 8
