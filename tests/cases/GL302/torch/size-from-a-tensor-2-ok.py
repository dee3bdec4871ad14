# framework: torch
# verdict: clean
# seen: a vector for each class that there is
import torch

labels = torch.tensor([0, 2, 1, 2])
centres = torch.Tensor(labels.max() + 1, 2).fill_(0.5).requires_grad_()
centres[labels].pow(2).sum().backward()
assert centres.grad.shape == (3, 2)
print("OBSERVED clean", "a vector for each class that there is")
