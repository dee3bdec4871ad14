from dataclasses import dataclass, field


@dataclass
class Optim:
    name: str = "sgd"
    rate: float = 0.05
    accumulate: int = 2


@dataclass
class Config:
    channels: int = 4
    classes: int = 3
    optim: Optim = field(default_factory=Optim)
