from dataclasses import dataclass, field


@dataclass
class OptimConfig:
    lr: float = 1e-2
    weight_decay: float = 0.0


@dataclass
class RankerConfig:
    vocab: int = 30
    dim: int = 8
    pooler: str = "masked"
    projection: int = 4
    optim: OptimConfig = field(default_factory=OptimConfig)
