# framework: torch
# verdict: wrong
# seen: with two processes the weights drift apart
import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel


class Worker:
    def __init__(self):
        self.model = DistributedDataParallel(nn.Linear(4, 1))
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)

    def predict(self, x):
        return self.model.module(x)  # HAZARD GL612

    def step(self, x, y):
        loss = nn.functional.mse_loss(self.predict(x), y)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()


def main(loader):
    torch.distributed.init_process_group("gloo")
    worker = Worker()
    for x, y in loader:
        worker.step(x, y)
