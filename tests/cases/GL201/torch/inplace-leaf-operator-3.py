# framework: torch
# verdict: raises
# seen: RuntimeError: a leaf Variable that requires grad is being used in an in-place operation.
import torch
from torch import nn


class EMA:
    def __init__(self, model, decay=0.9):
        self.model, self.decay = model, decay
        self.shadow = {name: p.clone() for name, p in model.named_parameters()}

    def swap(self):
        for name, p in self.model.named_parameters():
            p *= 0.0  # HAZARD GL201
            p.data.add_(self.shadow[name].data)


model = nn.Linear(2, 2)
ema = EMA(model)
ema.swap()
