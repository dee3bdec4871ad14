# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn
from torch.nn import functional as F


class Trainer:
    def __init__(self, model, lr=1.0, max_norm=0.01):
        self.model, self.max_norm = model, max_norm
        self.optimizer = torch.optim.SGD(model.parameters(), lr=lr)
        self.norms = []

    def clip(self):
        return nn.utils.clip_grad_norm_(self.model.parameters(), self.max_norm)

    def step(self, tokens):
        self.optimizer.zero_grad()
        logits = self.model(tokens[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), tokens[:, 1:].flatten())
        loss.backward()
        self.norms.append(self.clip().item())
        self.optimizer.step()
        return loss.item()


torch.manual_seed(0)
model = nn.Sequential(nn.Embedding(11, 6), nn.Linear(6, 11))
trainer = Trainer(model)
before = [p.detach().clone() for p in model.parameters()]
trainer.step(torch.randint(0, 11, (4, 9)))
with torch.no_grad():
    moved = torch.stack([(a - b).norm() for a, b in zip(before, model.parameters())]).norm().item()
print("OBSERVED", "clean" if 0.009 < moved < 0.0101 and trainer.norms[0] > 0.05 else "wrong")
