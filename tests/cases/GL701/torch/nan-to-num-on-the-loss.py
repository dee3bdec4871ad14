# framework: torch
# verdict: nan
# seen: the loss is 0 and its gradient nan
import torch
import torch.nn.functional as F
from torch import nn

net = nn.Linear(2, 2)
opt = torch.optim.Adam(net.parameters())
for x in torch.tensor([[[float("inf"), 1.0]]]):
    chosen, rejected = net(x)[:, 0], net(x)[:, 1]
    loss = -F.logsigmoid(0.1 * (chosen - rejected)).mean().nan_to_num(0.0)  # HAZARD GL701
    opt.zero_grad()
    loss.backward()
    assert loss == 0 and net.weight.grad.isnan().any()
    opt.step()
print("OBSERVED nan")
