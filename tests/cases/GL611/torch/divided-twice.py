# framework: torch
# verdict: wrong
# seen: the gradient is a quarter of the mean
import torch
from accelerate import Accelerator

accelerator = Accelerator(cpu=True, gradient_accumulation_steps=4)
torch.manual_seed(0)
model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
model, optimizer = accelerator.prepare(model, optimizer)
for x in torch.randn(4, 3, 2):
    with accelerator.accumulate(model):
        loss = model(x).pow(2).mean() / 4  # HAZARD GL611
        accelerator.backward(loss)
        optimizer.step()
        optimizer.zero_grad()
