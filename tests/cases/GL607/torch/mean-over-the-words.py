# framework: torch
# verdict: wrong
# seen: the gradient of four equal batches is four times that of one
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
model = nn.Linear(3, 4)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def loss_of(x, labels):
    scores = F.log_softmax(model(x), dim=-1).gather(-1, labels[:, None]).squeeze(-1)
    mask = (labels != 0).float()
    return -(scores * mask).sum() / mask.sum().clamp_min(1)


batches, accumulate, norms = [(torch.randn(5, 3), torch.tensor([0, 1, 2, 3, 1]))] * 4, 4, []
for number, (x, labels) in enumerate(batches, 1):
    loss = loss_of(x, labels)
    loss.backward()  # HAZARD GL607
    norms.append(float(model.weight.grad.norm()))
    if number % accumulate == 0:
        optimizer.step()
        optimizer.zero_grad()
print("OBSERVED", "wrong" if norms[-1] > 3.9 * norms[0] else "clean")
