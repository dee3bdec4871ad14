# framework: torch
# verdict: none
# seen: the temperature receives no gradient in any step
import tempfile

import torch
from torch import nn
from torch.utils.data import Dataset
from transformers import Trainer, TrainingArguments


class Sums(Dataset):
    def __init__(self, size):
        self.numbers = torch.rand(size, 6)

    def __len__(self):
        return len(self.numbers)

    def __getitem__(self, row):
        return {"features": self.numbers[row], "labels": (self.numbers[row].sum() > 3).long()}


class Judge(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(6, 8), nn.Tanh(), nn.Linear(8, 2))
        self.temperature = nn.Parameter(torch.ones(()))

    def forward(self, features, labels=None):
        logits = self.body(features) / self.temperature.item()  # HAZARD GL104
        if labels is None:
            return {"logits": logits}
        return {"loss": nn.functional.cross_entropy(logits, labels), "logits": logits}


torch.manual_seed(0)
judge = Judge()
with tempfile.TemporaryDirectory() as folder:
    options = TrainingArguments(folder, max_steps=2, report_to=[], use_cpu=True, save_strategy="no", disable_tqdm=True)
    Trainer(judge, options, train_dataset=Sums(16)).train()
assert judge.temperature.grad is None and judge.temperature.item() == 1.0
