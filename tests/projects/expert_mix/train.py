import argparse

import torch
import torch.nn.functional as F

import models
from data import clusters


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", default="mixture")
    parser.add_argument("--epochs", type=int, default=20)
    args = parser.parse_args()
    torch.manual_seed(0)
    x, y = clusters(200, 8, 3)
    net = models.create(args.model, dim=8, hidden=16, classes=3)
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-2)
    for epoch in range(args.epochs):
        optimizer.zero_grad()
        loss = F.cross_entropy(net(x), y)
        loss.backward()
        optimizer.step()
    with torch.no_grad():
        accuracy = (net(x).argmax(1) == y).float().mean()
    print(f"loss {loss.item():.4f} accuracy {accuracy.item():.3f} weights {sum(p.numel() for p in net.parameters())}")


if __name__ == "__main__":
    main()
