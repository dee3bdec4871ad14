import torch
from torch import nn

from config import Config
from engine.trainer import Trainer
from models.encoder import ResidualEncoder


def loader(batches, n, dim):
    for _ in range(batches):
        x = torch.randn(n, dim)
        yield x, x.abs().sum(1)


def main():
    torch.manual_seed(0)
    cfg = Config()
    model = ResidualEncoder(6, 2)
    trainer = Trainer(model, torch.optim.AdamW(model.parameters(), lr=cfg.lr), nn.MSELoss(), cfg)
    for epoch in range(3):
        print(f"epoch {epoch} running loss {trainer.fit(loader(8, 16, 6)):.4f}")


if __name__ == "__main__":
    main()
