# framework: torch
# verdict: raises
# seen: RuntimeError: Trying to backward through the graph a second time (or directly access saved tensors after they have already been freed).
import torch

weight = torch.ones(3, requires_grad=True)
shared = weight.exp()
ends = [shared.sum(), shared.square().sum()]
torch.autograd.backward(ends)
torch.autograd.backward(ends)  # HAZARD GL603
