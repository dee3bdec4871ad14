from dataclasses import dataclass


@dataclass
class Config:
    accumulate: int = 4
    clip: float = 1.0
    lr: float = 1e-2
    debug: bool = False
