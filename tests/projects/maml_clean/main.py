import torch
from torch import nn

from meta.outer import meta_loss
from tasks import sample


def main():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Linear(16, 1))
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    best = None
    for step in range(10):
        optimizer.zero_grad()
        loss = meta_loss(model, sample(4, 8), rate=0.1)
        loss.backward()
        optimizer.step()
        value = loss.item()
        best = value if best is None or value < best else best
    print(f"best meta loss {best:.4f}")


if __name__ == "__main__":
    main()
