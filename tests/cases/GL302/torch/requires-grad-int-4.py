# framework: torch
# verdict: caught
# seen: nn.Parameter of an integer arange raises
import torch
import torch.nn as nn


class SplineLayer(nn.Module):
    """Piecewise-linear activation with learnable knots."""

    def __init__(self, n_knots=5):
        super().__init__()
        self.knots = nn.Parameter(torch.arange(-(n_knots // 2), n_knots // 2 + 1))  # HAZARD GL302
        self.slopes = nn.Parameter(torch.ones(n_knots))

    def forward(self, x):
        return (torch.relu(x.unsqueeze(-1) - self.knots) * self.slopes).sum(-1)


def build():
    return nn.Sequential(nn.Linear(4, 8), SplineLayer(), nn.Linear(8, 1))


def train(epochs=2):
    net = build()
    opt = torch.optim.Adam(net.parameters())
    for _ in range(epochs):
        x = torch.randn(16, 4)
        loss = nn.functional.mse_loss(net(x), x.sum(1, keepdim=True))
        opt.zero_grad()
        loss.backward()
        opt.step()
    return net


if __name__ == "__main__":
    try:
        train()
    except RuntimeError as e:
        assert "floating point" in str(e)
    else:
        raise AssertionError
