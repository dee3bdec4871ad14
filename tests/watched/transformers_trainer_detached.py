"""Hugging Face's Trainer with a body that is detached from the loss."""

# needs: accelerate
# without gradient: body.weight body.bias
import tempfile

import torch
from torch import nn
from transformers import Trainer, TrainingArguments
from transformers.utils import logging

logging.set_verbosity_error()


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(8, 16)
        self.head = nn.Linear(16, 1)

    def forward(self, inputs, labels):
        hidden = torch.relu(self.body(inputs)).detach()
        loss = ((self.head(hidden).squeeze(-1) - labels) ** 2).mean()
        return {"loss": loss}


class Loud(Trainer):
    def log(self, logs, *rest):
        """Times differ from run to run."""

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        loss = model(**inputs)["loss"]
        print(loss.item().hex())
        return loss


def main():
    torch.manual_seed(0)
    x = torch.randn(64, 8)
    data = [{"inputs": row, "labels": row.sum()} for row in x]
    with tempfile.TemporaryDirectory() as folder:
        arguments = TrainingArguments(
            folder,
            num_train_epochs=1,
            per_device_train_batch_size=16,
            report_to=[],
            use_cpu=True,
            save_strategy="no",
            logging_strategy="no",
            disable_tqdm=True,
            remove_unused_columns=False,
        )
        Loud(model=Net(), args=arguments, train_dataset=data).train()


if __name__ == "__main__":
    main()
