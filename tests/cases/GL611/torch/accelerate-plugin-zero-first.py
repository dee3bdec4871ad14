# framework: torch
# verdict: wrong
# seen: only the last micro-batch is left in the step
import torch
from accelerate import Accelerator
from accelerate.utils import GradientAccumulationPlugin

torch.manual_seed(0)
accelerator = Accelerator(cpu=True, gradient_accumulation_plugin=GradientAccumulationPlugin(num_steps=4))
model = torch.nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
model, optimizer = accelerator.prepare(model, optimizer)
batches = torch.randn(4, 2, 3)
start = accelerator.unwrap_model(model).weight.detach().clone()
for x in batches:
    with accelerator.accumulate(model):
        model.zero_grad()  # HAZARD GL611
        loss = (model(x) - 1.0).pow(2).mean()
        accelerator.backward(loss)
        optimizer.step()
last = 2 * ((batches[-1] @ start.T + model.bias.detach() * 0 - 1.0) * batches[-1]).mean(0) / 4
moved = start - accelerator.unwrap_model(model).weight.detach()
assert moved.norm() < 0.1 * last.norm() * 2
print("OBSERVED wrong")
