# framework: torch
# verdict: raises
# seen: element 0 of tensors does not require grad and does not have a grad_fn
import torch

net = torch.nn.Linear(3, 2)
hidden = net(torch.ones(4, 3))
both = hidden + torch.round(hidden)
loss = torch.tensor(both.pow(2).sum().item())  # HAZARD GL104
loss.backward()
