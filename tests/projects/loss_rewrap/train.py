import torch
import torch.nn.functional as F

from model import TwoHeads
from objectives import combine


def batch(n):
    x = torch.randn(n, 6)
    y = x.sum(1)
    return x, y, (y > 0).to(x.dtype)


def main():
    torch.manual_seed(0)
    model = TwoHeads(6)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    weights = torch.tensor([1.0, 0.3])
    for step in range(10):
        x, y, s = batch(32)
        mean, sign = model(x)
        losses = [F.mse_loss(mean, y), F.binary_cross_entropy_with_logits(sign, s)]
        total = combine(losses, weights)
        optimizer.zero_grad()
        total.backward()
        optimizer.step()
        if step % 3 == 0:
            print(f"step {step} total {total.item():.4f}")


if __name__ == "__main__":
    main()
