# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class LitBase(nn.Module):
    def fit(self, loader, epochs=2):
        opt = self.configure_optimizers()
        for _ in range(epochs):
            self.train()
            for i, batch in enumerate(loader):
                out = self.training_step(batch, i)
                loss = out["loss"] if isinstance(out, dict) else out
                opt.zero_grad()
                loss.backward()
                opt.step()
            self.eval()
            with torch.no_grad():
                scores = [self.validation_step(b, i) for i, b in enumerate(loader)]
            self.history.append(torch.stack(scores).mean().item())


class SimCLR(LitBase):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(4, 8)
        self.projector = nn.Sequential(nn.ReLU(), nn.Linear(8, 4))
        self.history = []
        self.register_buffer("queue", torch.randn(16, 4))

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters(), lr=1e-2)

    def embed(self, x):
        return nn.functional.normalize(self.projector(self.encoder(x)), dim=-1)

    @torch.no_grad()
    def enqueue(self, keys):
        self.queue = torch.cat([keys, self.queue])[:16]

    def loss(self, batch):
        a, b = batch
        za, zb = self.embed(a), self.embed(b)
        logits = torch.cat([za @ zb.t(), za @ self.queue.t()], dim=1) / 0.1
        self.enqueue(zb.detach())
        return nn.functional.cross_entropy(logits, torch.arange(len(a)))

    def training_step(self, batch, batch_idx):
        return {"loss": self.loss(batch)}

    def validation_step(self, batch, batch_idx):
        return self.loss(batch)


torch.manual_seed(0)
model = SimCLR()
model.fit([(torch.randn(3, 4), torch.randn(3, 4))])
print("OBSERVED", "clean" if model.encoder.weight.grad.any() and len(model.history) == 2 else "wrong")
