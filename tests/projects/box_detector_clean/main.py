import torch

from detkit import Config, build_detector
from detkit.engine import Engine
from detkit.losses import DetectionLoss


def fake_batch(cfg, n=4):
    images = torch.randn(n, 3, 16, 16)
    targets = {
        "labels": torch.randint(0, cfg.classes, (n, 8, 8)),
        "boxes": torch.rand(n, 4, 8, 8) + 0.1,
    }
    return images, targets


def main():
    cfg = Config()
    engine = Engine(build_detector(cfg), DetectionLoss(cfg), cfg)
    for step in range(cfg.steps):
        print(step, engine.step(*fake_batch(cfg)))


if __name__ == "__main__":
    main()
