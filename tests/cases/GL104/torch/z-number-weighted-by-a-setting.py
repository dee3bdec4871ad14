# framework: torch
# verdict: wrong
# seen: the labels train nothing, only the teacher does
import torch
from torch import nn
from transformers import Trainer


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
