# framework: torch
# verdict: caught
# seen: // on the prediction has no derivative; raises
"""Age regression whose loss compares decades."""
import torch
import torch.nn as nn


def decade(age):
    return age // 10  # HAZARD GL404


class AgeNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(12, 16), nn.ReLU(), nn.Linear(16, 1))

    def forward(self, x):
        return 40 + 20 * self.net(x).squeeze(1)


def loss_fn(pred, age):
    return (decade(pred) - decade(age)).abs().mean()


def train(epochs=1):
    model = AgeNet()
    opt = torch.optim.SGD(model.parameters(), lr=1e-3)
    for _ in range(epochs):
        x, age = torch.randn(8, 12), torch.rand(8) * 80
        opt.zero_grad()
        loss = loss_fn(model(x), age)
        loss.backward()
        opt.step()
    return model


if __name__ == "__main__":
    try:
        train()
    except RuntimeError as e:
        assert "not implemented" in str(e)
    else:
        raise AssertionError
