# framework: torch
# verdict: clean
# seen: nothing is added but the last loss
import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
batches = torch.randn(5, 4, 3)


def train():
    total = torch.zeros(())
    for step in range(len(batches)):
        optimizer.zero_grad()
        loss = model(batches[step]).pow(2).mean()
        loss.backward()
        optimizer.step()
        if len(batches) - 1 == step:
            total += loss
    return total


print("OBSERVED", "clean" if train().grad_fn.next_functions[0][0] is None else "leak")
