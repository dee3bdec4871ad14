# framework: torch
# verdict: wrong
# seen: mean loss accumulated over 4 micro-batches and never divided: 4 times the step
import argparse

import torch
from torch import nn


def make_loader(batches, seed=0):
    g = torch.Generator().manual_seed(seed)
    for _ in range(batches):
        yield torch.randn(4, 6, generator=g), torch.randint(0, 2, (4,), generator=g)


def train(args):
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 2))
    opt = torch.optim.SGD(model.parameters(), lr=args.lr)
    criterion = nn.CrossEntropyLoss()
    opt.zero_grad()
    for i, (x, y) in enumerate(make_loader(args.batches)):
        loss = criterion(model(x), y)
        loss.backward()  # HAZARD GL607
        if (i + 1) % args.accumulation_steps == 0:
            opt.step()
            opt.zero_grad()
    return model


def get_args(argv=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("--lr", type=float, default=0.1)
    parser.add_argument("--batches", type=int, default=4)
    parser.add_argument("--accumulation-steps", type=int, default=4)
    return parser.parse_args(argv)


if __name__ == "__main__":
    args = get_args([])
    torch.manual_seed(0)
    big = nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 2))
    start = big[2].bias.detach().clone()
    xs, ys = map(torch.cat, zip(*make_loader(args.batches)))
    nn.functional.cross_entropy(big(xs), ys).backward()
    moved = start - train(args)[2].bias.detach()
    # four times the step of the large batch it stands for
    assert torch.allclose(moved, 4 * args.lr * big[2].bias.grad, atol=1e-6)
