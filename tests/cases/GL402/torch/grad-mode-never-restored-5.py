# framework: torch
# verdict: caught
# seen: set_grad_enabled(False) as a statement in evaluate(): the second epoch raises
import torch
import torch.nn as nn
import torch.nn.functional as F


def evaluate(model, loader):
    model.eval()
    torch.set_grad_enabled(False)  # HAZARD GL402
    correct = total = 0
    for x, y in loader:
        correct += (model(x).argmax(1) == y).sum().item()
        total += len(y)
    return correct / total


def train_epoch(model, loader, opt):
    model.train()
    losses = []
    for x, y in loader:
        opt.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        opt.step()
        losses.append(loss.item())
    return sum(losses) / len(losses)


def main(epochs=2):
    loader = [(torch.randn(8, 4), torch.randint(0, 2, (8,))) for _ in range(2)]
    model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(epochs):
        loss = train_epoch(model, loader, opt)
        acc = evaluate(model, loader)
        print(f"epoch {epoch}: loss {loss:.3f} acc {acc:.2f}")


if __name__ == "__main__":
    try:
        main()
    except RuntimeError as e:
        assert "does not require grad" in str(e)
    else:
        raise AssertionError
