import numpy as np
import torch

__all__ = ["evaluate", "confusion", "History"]


def confusion(predicted, gold, classes):
    table = np.zeros((classes, classes), dtype=int)
    np.add.at(table, (gold, predicted), 1)
    return table


@torch.no_grad()
def evaluate(model, x, y, classes):
    model.eval()
    probabilities = model(x).softmax(-1)
    predicted = probabilities.argmax(-1)
    table = confusion(predicted.numpy(), y.numpy(), classes)
    entropy = -(probabilities * torch.log(probabilities)).sum(-1).mean()
    model.train()
    return {"accuracy": float(np.trace(table) / table.sum()), "entropy": entropy.item()}


class History:
    def __init__(self):
        self.rows = []

    def add(self, loss, **values):
        self.rows.append({"loss": loss.item(), **values})

    def smoothed(self, key, k=3):
        return float(np.mean([row[key] for row in self.rows[-k:]]))
