import torch
import torch.nn.functional as F

from losses import UncertaintyWeights
from models.shared import SharedTrunk
from optim_factory import build_optimizer


def house_data(n):
    x = torch.randn(n, 5)
    price = x @ torch.tensor([1.0, -2.0, 0.5, 0.0, 3.0])
    return x, {"price": price, "sold": (price > 0).to(x.dtype)}


def task_losses(out, y):
    return {"price": F.mse_loss(out["price"], y["price"]), "sold": F.binary_cross_entropy_with_logits(out["sold"], y["sold"])}


def main():
    torch.manual_seed(0)
    model = SharedTrunk(5, 16)
    weighting = UncertaintyWeights(["price", "sold"])
    optimizer = build_optimizer("adam", model, weighting, lr=1e-2)
    for _ in range(20):
        x, y = house_data(32)
        loss = weighting(task_losses(model(x), y))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(f"loss {loss.item():.4f} log variances {weighting.describe()}")


if __name__ == "__main__":
    main()
