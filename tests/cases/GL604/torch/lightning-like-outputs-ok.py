# framework: torch
# verdict: clean
# seen: item()/float()/numpy() on logged values only, validation outputs under no_grad
from abc import ABC, abstractmethod

import numpy as np
import torch
from torch import nn


class Harness(nn.Module, ABC):
    def __init__(self):
        super().__init__()
        self.logged, self.validation_outputs, self.best = {}, [], float("inf")

    def log(self, name, value, on_epoch=False):
        if torch.is_tensor(value):
            value = value.detach().cpu().item()
        self.logged.setdefault(name, []).append(value)

    def log_dict(self, metrics, prefix=""):
        for k, v in metrics.items():
            self.log(prefix + k, v)

    @abstractmethod
    def training_step(self, batch, batch_idx): ...

    @abstractmethod
    def configure_optimizers(self): ...


class LitRegressor(Harness):
    def __init__(self, lr=1e-2):
        super().__init__()
        self.lr = lr
        self.mean_net = nn.Sequential(nn.Linear(3, 16), nn.ReLU(), nn.Linear(16, 1))
        self.var_net = nn.Sequential(nn.Linear(3, 16), nn.ReLU(), nn.Linear(16, 1), nn.Softplus())
        self.nll = nn.GaussianNLLLoss()

    def forward(self, x):
        return self.mean_net(x).squeeze(-1), self.var_net(x).squeeze(-1) + 1e-3

    def _shared(self, batch):
        x, y = batch
        mu, var = self(x)
        metrics = {"nll": self.nll(mu, y, var), "rmse": (mu - y).pow(2).mean().sqrt().item(), "std": var.sqrt().mean()}
        return metrics, mu

    def training_step(self, batch, batch_idx):
        metrics, _ = self._shared(batch)
        self.log_dict(metrics, "train_")
        return {"loss": metrics["nll"], "log": {k: float(v) for k, v in metrics.items()}}

    def validation_step(self, batch, batch_idx):
        metrics, mu = self._shared(batch)
        self.validation_outputs.append((metrics["nll"], mu.numpy(), batch[1].numpy()))

    def on_validation_epoch_end(self):
        losses, preds, ys = zip(*self.validation_outputs)
        avg = torch.stack(losses).mean()
        corr = np.corrcoef(np.concatenate(preds), np.concatenate(ys))[0, 1]
        self.best = min(self.best, avg.item())
        self.log_dict({"nll": avg, "corr": corr}, "val_")
        self.validation_outputs.clear()

    def configure_optimizers(self):
        opt = torch.optim.Adam(self.parameters(), lr=self.lr)
        return [opt], [torch.optim.lr_scheduler.ReduceLROnPlateau(opt, patience=1)]


def fit(module, train, val, epochs=3):
    (opt,), (sched,) = module.configure_optimizers()
    for _ in range(epochs):
        module.train()
        for i, batch in enumerate(train):
            out = module.training_step(batch, i)
            opt.zero_grad()
            out["loss"].backward()
            opt.step()
        module.eval()
        with torch.no_grad():
            for i, batch in enumerate(val):
                module.validation_step(batch, i)
            module.on_validation_epoch_end()
        sched.step(module.logged["val_nll"][-1])
    return module


if __name__ == "__main__":
    torch.manual_seed(0)
    data = [(x := torch.randn(16, 3), x.sum(1) + 0.1 * torch.randn(16)) for _ in range(6)]
    module = fit(LitRegressor(), data[:4], data[4:])
    assert len(module.logged["train_nll"]) == 12 and module.best < float("inf")
    assert all(p.grad is not None and p.grad.abs().sum() > 0 for p in module.parameters())
