# framework: torch
# verdict: clean
# seen: the list is emptied by del in the loop that fills it
import torch
from torch import nn

model = nn.Linear(3, 1)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
data = torch.randn(50, 8, 3)
losses = []
for i, x in enumerate(data):
    loss = model(x).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    losses.append(loss)
    if i % 10 == 9:
        print(sum(losses).item() / len(losses))
        del losses[:]
