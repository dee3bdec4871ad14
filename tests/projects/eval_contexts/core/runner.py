import torch
import torch.nn.functional as F

from core.contexts import in_evaluation


class Runner:
    def __init__(self, model, lr):
        self.model = model
        self.optimizer = torch.optim.Adam(model.parameters(), lr=lr)
        self.best = float("inf")
        self.best_weights = None

    def loss(self, x, y):
        return F.cross_entropy(self.model(x), y)

    def train_epoch(self, batches):
        for x, y in batches:
            self.optimizer.zero_grad()
            self.loss(x, y).backward()
            self.optimizer.step()

    @in_evaluation
    def validate(self, batches):
        losses, hits, total = [], 0, 0
        for x, y in batches:
            logits = self.model(x)
            losses.append(F.cross_entropy(logits, y))
            hits += int((logits.argmax(1) == y).sum())
            total += len(y)
        value = torch.stack(losses).mean().item()
        if value < self.best:
            self.best = value
            self.best_weights = {k: v.detach().clone() for k, v in self.model.state_dict().items()}
        return value, hits / total
