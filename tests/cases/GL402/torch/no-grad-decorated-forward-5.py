# framework: torch
# verdict: caught
# seen: training loss built on a @no_grad predict(); backward raises
"""The convenience method predict() is reused for the training loss."""
import torch
import torch.nn as nn


class Forecaster(nn.Module):
    def __init__(self, hidden=12):
        super().__init__()
        self.rnn = nn.GRU(1, hidden, batch_first=True)
        self.out = nn.Linear(hidden, 1)

    def forward(self, series):
        h, _ = self.rnn(series)
        return self.out(h[:, -1])

    @torch.no_grad()
    def predict(self, series):
        return self(series).squeeze(-1)


class Runner:
    def __init__(self, model, lr=1e-2):
        self.model = model
        self.opt = torch.optim.Adam(model.parameters(), lr=lr)
        self.loss_fn = nn.SmoothL1Loss()

    def loss_on(self, batch):
        series, target = batch
        pred = self.model.predict(series)  # HAZARD GL402
        return self.loss_fn(pred, target)

    def step(self, batch):
        self.opt.zero_grad()
        loss = self.loss_on(batch)
        loss.backward()
        self.opt.step()
        return loss.item()


if __name__ == "__main__":
    runner = Runner(Forecaster())
    try:
        runner.step((torch.randn(4, 10, 1), torch.randn(4)))
    except RuntimeError as e:
        assert "does not require grad" in str(e)
    else:
        raise AssertionError
