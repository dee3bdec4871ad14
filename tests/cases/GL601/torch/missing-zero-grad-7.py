# framework: torch
# verdict: wrong
# seen: only one of two optimisers is ever cleared; the other one's gradients pile up
import torch
import torch.nn as nn
import torch.nn.functional as F


class TwoTower(nn.Module):
    def __init__(self):
        super().__init__()
        self.user, self.item = nn.Linear(3, 4), nn.Linear(5, 4)

    def forward(self, u, i):
        return (self.user(u) * self.item(i)).sum(-1)

    def configure(self, lr):
        return {name: torch.optim.SGD(child.parameters(), lr=lr) for name, child in self.named_children()}


def train(model, batches, lr=0.05):
    opt_user = torch.optim.SGD(model.user.parameters(), lr=lr)
    opt_item = torch.optim.SGD(model.item.parameters(), lr=lr)
    for u, i, y in batches:
        loss = F.mse_loss(model(u, i), y)
        opt_user.zero_grad()
        loss.backward()  # HAZARD GL601
        opt_user.step()
        opt_item.step()


if __name__ == "__main__":
    torch.manual_seed(0)
    model = TwoTower()
    batches = [(torch.randn(6, 3), torch.randn(6, 5), torch.randn(6)) for _ in range(4)]
    train(model, batches, lr=0.0)
    (one,) = torch.autograd.grad(F.mse_loss(model(*batches[-1][:2]), batches[-1][2]), [model.item.weight])
    assert not torch.allclose(model.item.weight.grad, one)
