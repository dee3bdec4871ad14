from dataclasses import dataclass, field


@dataclass
class OptimConfig:
    lr: float = 1e-3
    momentum: float = 0.9
    max_norm: float = 5.0


@dataclass
class Config:
    hidden: int = 32
    classes: int = 5
    box_weight: float = 2.0
    steps: int = 6
    optim: OptimConfig = field(default_factory=OptimConfig)
