# framework: torch
# verdict: raises
# seen: RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
import torch as th
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def run_epoch(model, loader, criterion, opt=None):
    total = 0.0
    for x, y in loader:
        with th.no_grad():
            logits = model(x)  # HAZARD GL402
        loss = criterion(logits, y)
        if opt is not None:
            opt.zero_grad()
            loss.backward()
            opt.step()
        total += loss.item()
    return total / len(loader)


def main():
    th.manual_seed(0)
    data = TensorDataset(th.randn(16, 5), th.randint(0, 2, (16,)))
    loader = DataLoader(data, batch_size=4)
    model = nn.Sequential(nn.Linear(5, 8), nn.ReLU(), nn.Linear(8, 2))
    opt = th.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(2):
        run_epoch(model, loader, nn.CrossEntropyLoss(), opt)


if __name__ == "__main__":
    main()
