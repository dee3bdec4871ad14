import torch
from torch import nn

from quant.data import batches
from quant.modules import convert


def main():
    torch.manual_seed(0)
    model = convert(nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 2)))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    criterion = nn.CrossEntropyLoss()
    for x, y in batches(3):
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
    print(loss.item())


if __name__ == "__main__":
    main()
