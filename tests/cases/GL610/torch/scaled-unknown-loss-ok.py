# framework: torch
# verdict: clean
# seen: the loss is scaled, whatever it is
import torch
from torch import nn

model = torch.compile(nn.Linear(3, 1), backend="eager")
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu", init_scale=4.0)
losses = eval("lambda model, x: model(x).pow(2).mean()")
for x in torch.randn(3, 4, 3):
    optimizer.zero_grad()
    loss = losses(model, x)
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()
