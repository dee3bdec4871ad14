import torch

from gating.blocks import GatedMLP
from gating.loop import fit


def main():
    torch.manual_seed(0)
    x = torch.randn(64, 6)
    y = torch.sin(x).sum(dim=1, keepdim=True)
    model = GatedMLP(6, 24)
    fit(model, x, y, steps=10)


if __name__ == "__main__":
    main()
