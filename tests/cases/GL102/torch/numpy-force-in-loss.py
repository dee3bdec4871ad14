# framework: torch
# verdict: wrong
# seen: the penalty of numpy(force=True) is a constant, so its part of the gradient is missing
import torch

w = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
x = torch.tensor([1.0, 2.0, 3.0])
penalty = torch.from_numpy(w.numpy(force=True)).pow(2).sum()  # HAZARD GL102
loss = (w * x).sum() + penalty
loss.backward()
print("OBSERVED", f"autodiff={w.grad.tolist()}", f"fd={(x + 2 * w.detach()).tolist()}")
