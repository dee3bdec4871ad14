import torch

from perceptual import perceptual
from restorer import Restorer


def degraded(n, size=10):
    clean = torch.rand(n, 1, size, size)
    return clean + 0.2 * torch.randn_like(clean), clean


def objective(model, noisy, clean):
    restored = model(noisy)
    return (restored - clean).pow(2).mean() + 0.1 * perceptual(restored, clean)


def main():
    torch.manual_seed(0)
    model = Restorer()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    average = None
    for _ in range(8):
        loss = objective(model, *degraded(4))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        average = loss.detach() if average is None else 0.9 * average + 0.1 * loss.detach()
    print(f"running loss {average.item():.4f}")


if __name__ == "__main__":
    main()
