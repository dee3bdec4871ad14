# framework: torch
# verdict: wrong
# seen: the labels train nothing, only the teacher does
import tempfile
from types import SimpleNamespace

import torch
from torch import nn
from torch.utils.data import Dataset
from transformers import Trainer, TrainingArguments


class Distilled(Trainer):
    def __init__(self, *args, share=0.5, teacher=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.share, self.teacher = share, teacher

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        labels = inputs.pop("labels")
        outputs = model(**inputs)
        with torch.no_grad():
            wanted = self.teacher(**inputs).logits.softmax(-1)
        hard = nn.functional.cross_entropy(outputs.logits, labels)
        soft = nn.functional.kl_div(outputs.logits.log_softmax(-1), wanted, reduction="batchmean")
        loss = self.share * hard.item() + (1 - self.share) * soft  # HAZARD GL104
        return (loss, outputs) if return_outputs else loss


class Signs(Dataset):
    def __init__(self, size):
        self.numbers = torch.randn(size, 4)

    def __len__(self):
        return len(self.numbers)

    def __getitem__(self, row):
        return {"x": self.numbers[row], "labels": (self.numbers[row].sum() > 0).long()}


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 2)

    def forward(self, x, labels=None):
        return SimpleNamespace(logits=self.layer(x))


torch.manual_seed(0)
student, teacher = Classifier(), Classifier()
with tempfile.TemporaryDirectory() as folder:
    options = TrainingArguments(folder, max_steps=2, report_to=[], use_cpu=True, save_strategy="no", disable_tqdm=True)
    Distilled(student, options, train_dataset=Signs(16), teacher=teacher).train()
