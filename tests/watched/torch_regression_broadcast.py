"""A column of predictions against a row of targets: every prediction is compared with every target."""

import torch
from torch import nn


def main():
    torch.manual_seed(8)
    model = nn.Sequential(nn.Linear(3, 16), nn.ReLU(), nn.Linear(16, 1))
    opt = torch.optim.SGD(model.parameters(), lr=0.05)
    for step in range(6):
        x = torch.randn(24, 3)
        y = x.sum(dim=1)
        prediction = model(x)
        loss = ((prediction - y) ** 2).mean()  # GL510 confirmed
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item().hex())


if __name__ == "__main__":
    main()
