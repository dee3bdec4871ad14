# framework: torch
# verdict: clean
# seen: torch.Size([8, 6])
import numpy as np
import torch as th
from torch import nn


def match(cost):
    order = np.argsort(cost.detach().cpu().numpy(), axis=1)
    taken, picks = set(), []
    for row in order:
        pick = next(int(j) for j in row if int(j) not in taken)
        taken.add(pick)
        picks.append(pick)
    return th.from_numpy(np.array(picks))


class SetPredictor(nn.Module):
    def __init__(self, slots=4):
        super().__init__()
        self.slots = slots
        self.boxes = nn.Linear(6, slots * 2)

    def forward(self, x):
        return self.boxes(x).view(self.slots, 2)


th.manual_seed(0)
model = SetPredictor()
opt = th.optim.Adam(model.parameters(), lr=0.05)
x, truth = th.randn(6), th.tensor([[0.2, 0.4], [0.8, -0.1], [-0.5, 0.3], [0.0, 0.9]])
first = None
for _ in range(80):
    opt.zero_grad()
    boxes = model(x)
    columns = match(th.cdist(truth, boxes))
    loss = (boxes[columns] - truth).abs().mean()
    loss.backward()
    first = loss.item() if first is None else first
    opt.step()
print("OBSERVED", "clean" if loss.item() < 0.3 * first else "wrong", model.boxes.weight.grad.shape)
