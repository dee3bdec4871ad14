# framework: torch
# verdict: clean
# seen: every clipping sees the gradient of the batches before it
import torch
from torch import nn
from torch.nn.utils import clip_grad_norm_


class Trainer:
    def __init__(self, model, every):
        self.model, self.every = model, every
        self.optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
        self.pending, self.norms = 0, []

    def flush(self):
        self.norms.append(clip_grad_norm_(self.model.parameters(), 1.0).item())
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)
        self.pending = 0

    def fit(self, batches):
        for inputs, wanted in batches:
            if self.pending >= self.every:
                self.flush()
            loss = nn.functional.mse_loss(self.model(inputs), wanted) / self.every
            loss.backward()
            self.pending += 1
        self.flush()


torch.manual_seed(0)
trainer = Trainer(nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1)), every=2)
trainer.fit([(torch.randn(5, 3), torch.randn(5, 1)) for _ in range(6)])
print("OBSERVED", "clean" if len(trainer.norms) == 3 and all(each > 0 for each in trainer.norms) else "none")
