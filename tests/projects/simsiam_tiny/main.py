import torch

from simsiam import BACKBONES, CRITERIA
from simsiam import criteria  # noqa: F401
from simsiam.encoders import SiameseModel

CONFIG = {"backbone": "mlp", "criterion": "simsiam", "lr": 0.05, "steps": 15}


def two_views(n, dim=16):
    x = torch.randn(n, dim)
    return x + 0.1 * torch.randn_like(x), x + 0.1 * torch.randn_like(x)


def main():
    torch.manual_seed(0)
    model = SiameseModel(BACKBONES[CONFIG["backbone"]]())
    criterion = CRITERIA[CONFIG["criterion"]]
    optimizer = torch.optim.SGD(model.parameters(), lr=CONFIG["lr"], momentum=0.9)
    for step in range(CONFIG["steps"]):
        a, b = two_views(32)
        loss = criterion(*model(a, b))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    with torch.no_grad():
        _, _, z, _ = model(*two_views(64))
        print(f"loss {loss.item():.4f} feature std {z.std(0).mean().item():.4f}")


if __name__ == "__main__":
    main()
