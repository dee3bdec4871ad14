# framework: torch
# verdict: wrong
# seen: four steps with a quarter of a gradient each
import torch
from accelerate import Accelerator

accelerator = Accelerator(cpu=True, gradient_accumulation_steps=4)
torch.manual_seed(0)
model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
model, optimizer = accelerator.prepare(model, optimizer)
for x in torch.randn(4, 3, 2):
    loss = model(x).pow(2).mean()
    accelerator.backward(loss)  # HAZARD GL611
    optimizer.step()
    optimizer.zero_grad()
