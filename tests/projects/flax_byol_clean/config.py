from dataclasses import dataclass


@dataclass
class ByolConfig:
    width: int = 16
    proj: int = 8
    lr: float = 1e-2
    tau: float = 0.99
    steps: int = 3
