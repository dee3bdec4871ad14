from dataclasses import dataclass


@dataclass
class Config:
    dim: int = 8
    code: int = 3
    lr: float = 1e-2
    save_memory: bool = True
