from torch import nn

from .config import Settings


class Forecaster(nn.Module):
    def __init__(self, history, horizon, hidden):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(history, hidden), nn.Tanh(), nn.Linear(hidden, hidden), nn.Tanh())
        self.head = nn.Linear(hidden, horizon)

    def forward(self, x):
        return self.head(self.body(x))


def build_forecaster(settings: Settings) -> Forecaster:
    return Forecaster(settings.history, settings.horizon, settings.hidden)
