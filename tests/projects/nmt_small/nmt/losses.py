import torch
import torch.nn.functional as F
from torch import nn


class SmoothedLoss(nn.Module):
    def __init__(self, vocab, amount=0.1):
        super().__init__()
        self.vocab = vocab
        self.amount = amount

    def forward(self, logits, target):
        log_probs = F.log_softmax(logits, dim=-1)
        with torch.no_grad():
            soft = torch.full_like(log_probs, self.amount / self.vocab)
            soft.scatter_(-1, target[..., None], 1 - self.amount)
        mask = (target != 0).float()
        return -((soft * log_probs).sum(-1) * mask).sum() / mask.sum().clamp_min(1)
