import sys
from pathlib import Path

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from app.config import Config
from app.loop import fit
from app.zoo import MODELS


def main():
    torch.manual_seed(0)
    config = Config()
    model = MODELS["tiny"](config.channels, config.classes)
    batches = [(torch.randn(2, 3, 8, 8), torch.randint(3, (2, 8, 8))) for _ in range(4)]
    print(fit(model, batches, config.optim))


if __name__ == "__main__":
    main()
