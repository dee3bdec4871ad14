# framework: torch
# verdict: none
# seen: Variable(loss.data, requires_grad=True): all grads None
import torch
import torch.nn as nn
from torch.autograd import Variable


class Trainer:
    """Old-style trainer ported from a 0.3 code base."""

    def __init__(self, model, lr=0.1, clip=5.0):
        self.model, self.clip = model, clip
        self.criterion = nn.NLLLoss()
        self.optimizer = torch.optim.SGD(model.parameters(), lr=lr)
        self.total_loss = 0.0

    def _loss(self, inputs, targets):
        log_probs = self.model(inputs)
        loss = self.criterion(log_probs, targets)
        self.total_loss += loss.item()
        return loss

    def _backprop(self, loss):
        loss = Variable(loss.data, requires_grad=True)  # HAZARD GL106
        self.optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), self.clip)
        self.optimizer.step()

    def run_epoch(self, batches):
        self.model.train()
        self.total_loss = 0.0
        for inputs, targets in batches:
            self._backprop(self._loss(inputs, targets))
        return self.total_loss / len(batches)


def make_model():
    return nn.Sequential(nn.Linear(7, 12), nn.Tanh(), nn.Linear(12, 4), nn.LogSoftmax(dim=1))


if __name__ == "__main__":
    torch.manual_seed(0)
    model = make_model()
    before = [p.clone() for p in model.parameters()]
    Trainer(model).run_epoch([(torch.randn(9, 7), torch.randint(0, 4, (9,))) for _ in range(3)])
    assert all(p.grad is None for p in model.parameters())
    assert all(torch.equal(a, b) for a, b in zip(before, model.parameters()))
