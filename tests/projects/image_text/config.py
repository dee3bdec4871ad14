from dataclasses import dataclass, field


@dataclass
class OptimConfig:
    lr: float = 1e-3
    weight_decay: float = 0.01
    clip: float = 1.0
    ema_decay: float = 0.99


@dataclass
class Config:
    dim: int = 8
    image_dim: int = 12
    text_dim: int = 6
    loss: str = "contrastive"
    steps: int = 3
    optim: OptimConfig = field(default_factory=OptimConfig)
