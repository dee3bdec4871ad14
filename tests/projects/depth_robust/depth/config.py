from dataclasses import dataclass, field


@dataclass
class LossConfig:
    kind: str = "berhu"
    edge_weight: float = 0.5


@dataclass
class TrainConfig:
    lr: float = 1e-3
    steps: int = 10
    batch: int = 4
    loss: LossConfig = field(default_factory=LossConfig)
