# framework: torch
# verdict: raises
# seen: RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
import torch
import torch.nn.functional as F
from torch import nn


class Trainer:
    def __init__(self, model, cfg):
        self.model = model
        self.opt = torch.optim.SGD(model.parameters(), lr=cfg["lr"])
        self.smoothing = cfg["smoothing"]
        self.history = []

    def criterion(self, logits, target):
        logits = logits.detach()  # HAZARD GL401
        return F.cross_entropy(logits, target, label_smoothing=self.smoothing)

    def step(self, batch):
        x, y = batch
        self.opt.zero_grad()
        loss = self.criterion(self.model(x), y)
        loss.backward()
        self.opt.step()
        self.history.append(loss.item())


torch.manual_seed(0)
trainer = Trainer(nn.Linear(5, 3), {"lr": 0.1, "smoothing": 0.1})
for _ in range(3):
    trainer.step((torch.randn(8, 5), torch.randint(0, 3, (8,))))
