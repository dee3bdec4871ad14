# framework: torch
# verdict: clean
# seen: the loss of one process is its mean
import torch
from accelerate import Accelerator
from torch import nn

torch.manual_seed(0)
accelerator = Accelerator(cpu=True)
model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
model, optimizer = accelerator.prepare(model, optimizer)
losses = [model(torch.randn(2, 3)).square().mean() for _ in range(2)]
loss = accelerator.reduce(losses[0], reduction="mean") * 0.5
optimizer.zero_grad()
accelerator.backward(loss)
optimizer.step()
print("OBSERVED clean")
