# framework: torch
# verdict: zero
# seen: round() of the prediction before the MSE: all gradients zero
"""Predicts star ratings; the loss is computed on the rating that the user sees."""
import torch
import torch.nn as nn
import torch.nn.functional as F


class RatingModel(nn.Module):
    def __init__(self, users=20, items=30, d=6):
        super().__init__()
        self.u, self.i = nn.Embedding(users, d), nn.Embedding(items, d)
        self.bias = nn.Parameter(torch.tensor(3.0))

    def raw(self, user, item):
        return self.bias + (self.u(user) * self.i(item)).sum(-1)

    def stars(self, user, item):
        half_steps = torch.round(self.raw(user, item) * 2)  # HAZARD GL403
        return (half_steps / 2).clamp(0.5, 5.0)


def fit(model, triples, epochs=2):
    opt = torch.optim.Adam(model.parameters(), lr=0.05)
    rmse = []
    for _ in range(epochs):
        for user, item, rating in triples:
            pred = model.stars(user, item)
            loss = F.mse_loss(pred, rating)
            opt.zero_grad()
            loss.backward()
            opt.step()
            rmse.append(loss.item() ** 0.5)
    return rmse


if __name__ == "__main__":
    torch.manual_seed(0)
    model = RatingModel()
    before = model.bias.item()
    fit(model, [(torch.randint(0, 20, (8,)), torch.randint(0, 30, (8,)), torch.rand(8) * 4 + 1) for _ in range(3)])
    assert all(p.grad.abs().sum() == 0 for p in model.parameters())
    assert model.bias.item() == before
