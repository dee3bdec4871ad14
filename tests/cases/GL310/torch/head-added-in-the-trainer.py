# framework: torch
# verdict: none
# seen: the projection is created after the optimizer and never moves
import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 5)

    def forward(self, x):
        h = torch.tanh(self.layer(x))
        return self.projection(h) if hasattr(self, "projection") else h


class Trainer:
    def __init__(self, encoder, width):
        self.encoder = encoder
        self.optimizer = torch.optim.AdamW(encoder.parameters(), lr=0.01)
        encoder.projection = nn.Linear(5, width)  # HAZARD GL310

    def step(self, x):
        self.optimizer.zero_grad()
        loss = self.encoder(x).pow(2).mean()
        loss.backward()
        self.optimizer.step()


torch.manual_seed(0)
trainer = Trainer(Encoder(), 2)
start = trainer.encoder.projection.weight.detach().clone()
trainer.step(torch.randn(4, 3))
trainer.step(torch.randn(4, 3))
assert torch.equal(start, trainer.encoder.projection.weight)
