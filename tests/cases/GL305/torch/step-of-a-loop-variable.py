# framework: torch
# verdict: wrong
# seen: the loss is the same in every epoch
import torch


def descend(weights, rate, count):
    for weight in weights:
        weight = weight - rate * weight.grad / count  # HAZARD GL305
    for weight in weights:
        weight.grad.zero_()


torch.manual_seed(0)
rows, wanted = torch.randn(20, 2), torch.randn(20, 1)
matrix = torch.zeros(2, 1, requires_grad=True)
offset = torch.zeros(1, requires_grad=True)
losses = []
for epoch in range(3):
    loss = ((rows @ matrix + offset - wanted) ** 2).sum()
    loss.backward()
    descend([matrix, offset], 0.1, len(rows))
    losses.append(loss.item())
print("OBSERVED", "wrong" if len(set(losses)) == 1 else "clean", losses)
