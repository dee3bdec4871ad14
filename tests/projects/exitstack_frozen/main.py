import itertools

import torch
from torch import nn

from config import Config
from training.engine import Engine


def main():
    torch.manual_seed(0)
    cfg = Config()
    encoder = nn.Sequential(nn.Linear(cfg.dim, 16), nn.ReLU(), nn.Linear(16, cfg.code))
    decoder = nn.Sequential(nn.Linear(cfg.code, 16), nn.ReLU(), nn.Linear(16, cfg.dim))
    optimizer = torch.optim.Adam(itertools.chain(encoder.parameters(), decoder.parameters()), lr=cfg.lr)
    engine = Engine(encoder, decoder, optimizer, cfg)
    for i in range(10):
        value = engine.step(torch.randn(32, cfg.dim))
    print(f"reconstruction {value:.4f}")


if __name__ == "__main__":
    main()
