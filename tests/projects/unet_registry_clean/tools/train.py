import os
import sys

import torch

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

from segkit import LOSSES, MODELS

CONFIG = {
    "model": {"type": "TinyUNet", "in_channels": 1, "num_classes": 2},
    "loss": {"type": "combo", "dice_weight": 0.7},
    "lr": 1e-2,
}


def main(cfg=CONFIG):
    model = MODELS.build(cfg["model"])
    criterion = LOSSES.build(cfg["loss"])
    optimizer = torch.optim.Adam(model.parameters(), lr=cfg["lr"])
    for it in range(5):
        image = torch.randn(2, 1, 16, 16)
        mask = torch.randint(0, 2, (2, 16, 16))
        optimizer.zero_grad()
        loss = criterion(model(image), mask)
        loss.backward()
        optimizer.step()
        print(it, loss.item())


if __name__ == "__main__":
    main()
