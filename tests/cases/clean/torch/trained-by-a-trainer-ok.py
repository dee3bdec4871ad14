# framework: torch
# verdict: clean
# seen: every weight that needs a gradient receives one
import tempfile

import torch
from torch import nn
from torch.utils.data import Dataset
from transformers import Trainer, TrainingArguments


class Pairs(Dataset):
    def __len__(self):
        return 16

    def __getitem__(self, row):
        generator = torch.Generator().manual_seed(row)
        return {"features": torch.rand(6, generator=generator), "labels": row % 2, "weight": 1.0}


class Probe(nn.Module):
    """A classifier on a body that stays as it is, and that keeps its accuracy for the log."""

    def __init__(self):
        super().__init__()
        self.body = nn.Linear(6, 8).requires_grad_(False)
        self.head = nn.Linear(8, 2)
        self.accuracy = 0.0

    def forward(self, features, labels=None, weight=None):
        logits = self.head(self.body(features).detach())
        if labels is None:
            return (logits,)
        self.accuracy = (logits.argmax(-1) == labels).float().mean().item()
        loss = nn.functional.cross_entropy(logits, labels, reduction="none")
        if weight is not None:
            loss = loss * weight
        return loss.mean(), logits.detach()


torch.manual_seed(0)
probe = Probe()
before = probe.head.weight.detach().clone()
with tempfile.TemporaryDirectory() as folder:
    options = TrainingArguments(folder, max_steps=2, report_to=[], use_cpu=True, save_strategy="no", disable_tqdm=True)
    trainer = Trainer(model=probe, args=options, train_dataset=Pairs())
    trainer.train()
    print(trainer.evaluate(Pairs()))
assert not torch.equal(before, probe.head.weight)
