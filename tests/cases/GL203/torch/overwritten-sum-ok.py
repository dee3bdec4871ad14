# framework: torch
# verdict: clean
# seen: What copy_() and zero_() replace here was saved by nobody: a sum keeps neither its inputs nor its result.
import torch

scale = torch.tensor([0.4, 0.9, 1.3], requires_grad=True)
shift = torch.tensor([0.2, 0.1, 0.7], requires_grad=True)
total = scale + shift
total.copy_(shift)
rest = scale - shift
rest.zero_()
loss = (total * total).sum() + rest.sum() + scale.sum()
loss.backward()
print(scale.grad, shift.grad)
