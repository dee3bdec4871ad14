# framework: torch
# verdict: wrong
# seen: all micro-batches but the last are thrown away
import torch
from accelerate import Accelerator

accelerator = Accelerator(cpu=True, gradient_accumulation_steps=2)
torch.manual_seed(0)
model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
model, optimizer = accelerator.prepare(model, optimizer)
for x in torch.randn(4, 3, 2):
    with accelerator.accumulate(model):
        optimizer.zero_grad()  # HAZARD GL611
        loss = model(x).pow(2).mean()
        accelerator.backward(loss)
        optimizer.step()
