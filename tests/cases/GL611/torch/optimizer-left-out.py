# framework: torch
# verdict: wrong
# seen: four steps with a quarter of a gradient each
import torch
from accelerate import Accelerator

accelerator = Accelerator(cpu=True, gradient_accumulation_steps=4)
torch.manual_seed(0)
model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
model = accelerator.prepare(model)
for x in torch.randn(4, 3, 2):
    with accelerator.accumulate(model):
        loss = model(x).pow(2).mean()
        accelerator.backward(loss)
        optimizer.step()  # HAZARD GL611
        optimizer.zero_grad()
