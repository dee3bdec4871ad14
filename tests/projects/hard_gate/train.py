from argparse import ArgumentParser

import torch

from nets.classifier import GatedClassifier
from objectives import accuracy, log_likelihood


def sensor_data(n):
    x = 40 * torch.randn(n, 8)
    return x, (x[:, 0] > x[:, 1]).long()


def main(argv=None):
    parser = ArgumentParser()
    parser.add_argument("--lr", type=float, default=0.1)
    parser.add_argument("--steps", type=int, default=10)
    args = parser.parse_args(argv)
    torch.manual_seed(0)
    model = GatedClassifier(8, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=args.lr)
    x, y = sensor_data(128)
    for step in range(args.steps):
        optimizer.zero_grad()
        logits = model(x)
        loss = -log_likelihood(logits, y)
        loss.backward()
        optimizer.step()
        print(f"step {step} loss {loss.item():.4f} accuracy {accuracy(logits, y):.3f}")


if __name__ == "__main__":
    main()
