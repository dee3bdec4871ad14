# framework: torch
# verdict: none
# seen: the weights never move
import torch
from torch import nn


def train(batches):
    model = nn.Linear(3, 1)
    start = model.weight.detach().clone()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in batches:
        model(batch).square().mean().backward()
        optimizer.zero_grad()  # HAZARD GL602
        optimizer.step()
    assert (model.weight == start).all()
    print("OBSERVED none")


if __name__ == "__main__":
    train(torch.randn(4, 2, 3))
