# framework: torch
# verdict: raises
# seen: RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
import torch
from torch import nn


class LitBase(nn.Module):
    """Lightning without the package."""

    def fit(self, loader, epochs=1):
        opt = self.configure_optimizers()
        for _ in range(epochs):
            for i, batch in enumerate(loader):
                loss = self.training_step(batch, i)
                opt.zero_grad()
                loss.backward()
                opt.step()

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters(), lr=1e-3)


class SimCLR(LitBase):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(4, 8)
        self.projector = nn.Sequential(nn.ReLU(), nn.Linear(8, 4))

    @torch.no_grad()
    def embed(self, x):
        return nn.functional.normalize(self.projector(self.encoder(x)), dim=-1)

    def training_step(self, batch, batch_idx):
        a, b = batch
        za, zb = self.embed(a), self.embed(b)  # HAZARD GL402
        logits = za @ zb.t() / 0.1
        return nn.functional.cross_entropy(logits, torch.arange(len(a)))


torch.manual_seed(0)
SimCLR().fit([(torch.randn(3, 4), torch.randn(3, 4))])
