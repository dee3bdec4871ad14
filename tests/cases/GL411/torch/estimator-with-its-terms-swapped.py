# framework: torch
# verdict: wrong
# seen: the gradient has the opposite sign
import torch

w = torch.tensor([0.6, 1.7], requires_grad=True)
optimizer = torch.optim.SGD([w], lr=0.1)
x = w * 1.0
q = torch.round(x)
out = x.detach() + (q - x)  # HAZARD GL411
loss = (out - 3.0).pow(2).sum()
loss.backward()
optimizer.step()
