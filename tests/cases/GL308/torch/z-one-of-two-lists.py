# framework: torch
# verdict: none
# seen: parameters() holds the layers of the first list and none of the second
import sys

import torch
from torch import nn


class Adapted(nn.Module):
    def __init__(self, depth, rank):
        super().__init__()
        self.blocks = nn.ModuleList([nn.Linear(6, 6) for _ in range(depth)])
        self.downs = []
        self.ups = []  # HAZARD GL308
        for _ in range(depth):
            self.downs.append(nn.Linear(6, rank, bias=False))
            self.ups.append(nn.Linear(rank, 6, bias=False))
        self.adapters = nn.ModuleList(self.downs + [])

    def forward(self, x):
        for block, down, up in zip(self.blocks, self.downs, self.ups):
            x = torch.relu(block(x) + up(down(x)))
        return x


def main():
    torch.manual_seed(0)
    model = Adapted(len(sys.argv) + 1, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    loss = model(torch.randn(8, 6)).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return model


if __name__ == "__main__":
    model = main()
    assert not any(any(up.weight is each for each in model.parameters()) for up in model.ups)
