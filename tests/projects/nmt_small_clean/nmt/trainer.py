import torch

from .meters import Meter


class Trainer:
    def __init__(self, model, lr, accumulate):
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), lr=lr, momentum=0.9)
        self.accumulate = accumulate
        self.meter = Meter()

    def backward(self, batch):
        loss = self.model(**batch)
        (loss / self.accumulate).backward()
        self.meter.update(loss.item())

    def epoch(self, batches):
        for number, batch in enumerate(batches, 1):
            self.backward(batch)
            if number % self.accumulate == 0:
                torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
                self.optimizer.step()
                self.optimizer.zero_grad()
        return self.meter.mean
