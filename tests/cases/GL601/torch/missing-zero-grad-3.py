# framework: torch
# verdict: wrong
# seen: loss after 15 steps 10.405
import torch


class Ridge(torch.nn.Module):
    def __init__(self, n_features, strength):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.zeros(n_features))
        self.strength = strength

    def objective(self, x, y):
        residual = x @ self.weight - y
        return residual.square().mean() + self.strength * self.weight.square().sum()


def train_step(model, optimizer, x, y):
    loss = model.objective(x, y)
    loss.backward()  # HAZARD GL601
    optimizer.step()
    return loss.detach()


def main():
    torch.manual_seed(0)
    x = torch.randn(50, 4)
    y = x @ torch.tensor([1.0, -2.0, 0.5, 3.0])
    model = Ridge(4, strength=1e-3)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.4)
    losses = [train_step(model, optimizer, x, y) for _ in range(15)]
    diverged = losses[-1] > 0.05
    print("OBSERVED", "wrong" if diverged else "clean", "loss after 15 steps", round(losses[-1].item(), 3))


if __name__ == "__main__":
    main()
