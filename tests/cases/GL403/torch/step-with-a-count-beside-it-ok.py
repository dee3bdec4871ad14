# framework: torch
# verdict: clean
# seen: gradient as expected
import torch


class Task(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(2, 2)

    def training_step(self, batch):
        out = self.layer(batch)
        loss = out.square().mean()
        return [loss, (out > 0).float().mean()]


task = Task()
loss, share = task.training_step(torch.ones(3, 2))
loss.backward()
assert (task.layer.weight.grad != 0).any() and not share.requires_grad
