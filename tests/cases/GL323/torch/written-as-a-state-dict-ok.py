# framework: torch
# verdict: clean
# seen: the averages are written into a state dict
import copy

import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(3, 1)
shadow = copy.deepcopy(model)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(3):
    loss = model(torch.randn(4, 3)).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    averaged = {}
    with torch.no_grad():
        for (name, slow), fast in zip(shadow.named_parameters(), model.parameters()):
            slow = 0.99 * slow + 0.01 * fast
            averaged[name] = slow
        shadow.load_state_dict(averaged)
print("OBSERVED clean")
