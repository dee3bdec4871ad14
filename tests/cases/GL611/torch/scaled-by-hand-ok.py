# framework: torch
# verdict: clean
# seen: the gradient is that of the mean over both batches
import torch
from accelerate import Accelerator
from torch import nn

torch.manual_seed(0)
accelerator = Accelerator(gradient_accumulation_steps=2, cpu=True)
model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
data = torch.utils.data.DataLoader(torch.randn(8, 3), batch_size=4)
model, optimizer, data = accelerator.prepare(model, optimizer, data)
for batch in data:
    with accelerator.accumulate(model):
        loss = model(batch).square().mean() / accelerator.gradient_accumulation_steps
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
print("OBSERVED clean")
