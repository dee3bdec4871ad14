# framework: torch
# verdict: wrong
# seen: gradients of k micro-batches are summed and the loss never divided: the step is k times that of the whole batch
import copy
from dataclasses import dataclass

import torch
import torch.nn as nn
import torch.nn.functional as F


@dataclass
class TrainArgs:
    grad_accum: int = 4
    lr: float = 0.1


class Trainer:
    def __init__(self, model, args):
        self.model, self.args = model, args
        self.optimizer = torch.optim.SGD(model.parameters(), lr=args.lr)
        self.micro_step = 0

    def compute_loss(self, batch):
        return F.mse_loss(self.model(batch["x"]), batch["y"])

    def training_step(self, batch):
        loss = self.compute_loss(batch)
        loss.backward()  # HAZARD GL607
        self.micro_step += 1
        if self.micro_step % self.args.grad_accum == 0:
            self.optimizer.step()
            self.optimizer.zero_grad()
        return loss.item()

    def train(self, batches):
        losses = []
        for batch in batches:
            losses.append(self.training_step(batch))
        return losses


if __name__ == "__main__":
    torch.manual_seed(0)
    model = nn.Linear(3, 1)
    whole = copy.deepcopy(model)
    x, y = torch.randn(8, 3), torch.randn(8, 1)
    start = model.weight.detach().clone()
    Trainer(model, TrainArgs()).train([{"x": x[i : i + 2], "y": y[i : i + 2]} for i in range(0, 8, 2)])
    F.mse_loss(whole(x), y).backward()
    assert torch.allclose(model.weight, start - 4 * 0.1 * whole.weight.grad, atol=1e-5)
