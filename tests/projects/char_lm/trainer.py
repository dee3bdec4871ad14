import math

import torch
from torch import nn


class LMTrainer:
    def __init__(self, model, lr=3e-3, clip=1.0):
        self.model = model
        self.clip = clip
        self.criterion = nn.CrossEntropyLoss()
        self.optimizer = torch.optim.Adam(model.parameters(), lr=lr)

    def run_epoch(self, batches):
        self.model.reset()
        total, steps = 0.0, 0
        for x, y in batches:
            self.optimizer.zero_grad()
            logits = self.model(x)
            loss = self.criterion(logits.flatten(0, 1), y.flatten())
            loss.backward()
            nn.utils.clip_grad_norm_(self.model.parameters(), self.clip)
            self.optimizer.step()
            total += loss.item()
            steps += 1
        return math.exp(total / steps)
