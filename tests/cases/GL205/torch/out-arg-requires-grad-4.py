# framework: torch
# verdict: caught
# seen: torch.mm(..., out=) with parameters raises; the same call under no_grad is fine
"""Matrix factorisation with a preallocated score buffer, 'to save memory'."""
import torch
from torch import nn


class MF(nn.Module):
    def __init__(self, users, items, rank=4):
        super().__init__()
        self.U = nn.Parameter(torch.randn(users, rank) * 0.1)
        self.V = nn.Parameter(torch.randn(items, rank) * 0.1)
        self.register_buffer("scores", torch.empty(users, items), persistent=False)

    @torch.no_grad()
    def recommend(self, k=2):
        torch.mm(self.U, self.V.t(), out=self.scores)
        return self.scores.topk(k, dim=1).indices

    def forward(self):
        torch.mm(self.U, self.V.t(), out=self.scores)  # HAZARD GL205
        return self.scores


def fit(ratings, observed, epochs=3):
    model = MF(*ratings.shape)
    opt = torch.optim.Adagrad(model.parameters(), lr=0.1)
    for _ in range(epochs):
        opt.zero_grad()
        err = (model() - ratings)[observed]
        loss = err.pow(2).mean()
        loss.backward()
        opt.step()
    return model


if __name__ == "__main__":
    torch.manual_seed(0)
    assert MF(5, 7).recommend().shape == (5, 2)
    try:
        fit(torch.rand(5, 7), torch.rand(5, 7) > 0.4)
    except RuntimeError as e:
        assert "out=" in str(e)
    else:
        raise AssertionError
