# framework: torch
# verdict: clean
# seen: True
import torch as th
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def run_epoch(model, loader, criterion, opt=None):
    train = opt is not None
    total = 0.0
    with th.set_grad_enabled(train):
        for x, y in loader:
            loss = criterion(model(x), y)
            if train:
                opt.zero_grad()
                loss.backward()
                opt.step()
            total += loss.item()
    return total / len(loader)


def accuracy(model, loader):
    hits = 0
    with th.no_grad():
        for x, y in loader:
            hits += (model(x).argmax(dim=1) == y).sum().item()
    return hits / len(loader.dataset)


def main():
    th.manual_seed(0)
    x = th.randn(32, 5)
    loader = DataLoader(TensorDataset(x, (x.sum(dim=1) > 0).long()), batch_size=8)
    model = nn.Sequential(nn.Linear(5, 8), nn.ReLU(), nn.Linear(8, 2))
    opt = th.optim.SGD(model.parameters(), lr=0.3)
    start = run_epoch(model, loader, nn.CrossEntropyLoss())
    for _ in range(20):
        run_epoch(model, loader, nn.CrossEntropyLoss(), opt)
    end = run_epoch(model, loader, nn.CrossEntropyLoss())
    print("OBSERVED", "clean" if end < 0.7 * start else "wrong", accuracy(model, loader) > 0.8)


if __name__ == "__main__":
    main()
