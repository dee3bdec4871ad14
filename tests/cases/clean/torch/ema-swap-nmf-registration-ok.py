# framework: torch
# verdict: clean
# seen: EMA by .data with swap context manager, list of layers registered with add_module, setattr parameters, no_grad projection
"""Weight averaging with a swap context manager, projected factors, and old-style registration."""
from contextlib import contextmanager

import torch
import torch.nn as nn


class EMA:
    def __init__(self, model, decay=0.9):
        self.decay = decay
        self.shadow = {n: p.data.clone() for n, p in model.named_parameters() if p.requires_grad}

    def update(self, model):
        for n, p in model.named_parameters():
            if p.requires_grad:
                self.shadow[n] = (1.0 - self.decay) * p.data + self.decay * self.shadow[n]

    @contextmanager
    def average_parameters(self, model):
        backup = {n: p.data for n, p in model.named_parameters()}
        for n, p in model.named_parameters():
            p.data = self.shadow[n]
        try:
            yield
        finally:
            for n, p in model.named_parameters():
                p.data = backup[n]


class Factors(nn.Module):
    def __init__(self, n, m, rank=3, n_layers=2):
        super().__init__()
        self.W, self.H = nn.Parameter(torch.rand(n, rank)), nn.Parameter(torch.rand(rank, m))
        self.refine = []
        for i in range(n_layers):
            layer = nn.Linear(m, m)
            self.add_module(f"refine_{i}", layer)
            self.refine.append(layer)
        for i, name in enumerate(("row", "col")):
            setattr(self, f"{name}_bias", nn.Parameter(torch.zeros((n, 1) if i == 0 else (1, m))))

    def forward(self):
        out = self.W @ self.H + self.row_bias + self.col_bias
        for layer in self.refine:
            out = out + 0.1 * torch.tanh(layer(out))
        return out

    @torch.no_grad()
    def project(self):
        for p in (self.W, self.H):
            p.clamp_(min=1e-6)
        self.W.div_(self.W.norm(dim=0, keepdim=True))
        self.row_bias[self.row_bias < 0] = 0.0


def fit(target, steps=5):
    torch.manual_seed(0)
    model = Factors(*target.shape)
    ema = EMA(model)
    opt = torch.optim.Adam(model.parameters(), lr=0.05)
    curve = []
    for _ in range(steps):
        opt.zero_grad()
        loss = (model() - target).pow(2).mean()
        loss.backward()
        opt.step()
        model.project()
        ema.update(model)
        with ema.average_parameters(model), torch.no_grad():
            curve.append((model() - target).abs().mean().item())
    return model, curve


if __name__ == "__main__":
    model, curve = fit(torch.rand(6, 5))
    assert len(list(model.parameters())) == 8
    assert all(p.grad is not None and p.grad.abs().sum() > 0 for p in model.parameters())
    assert (model.W >= 0).all()
