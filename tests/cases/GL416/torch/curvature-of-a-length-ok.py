# framework: torch
# verdict: clean
# seen: the second derivative is there
import torch

x = torch.randn(3, requires_grad=True)
energy = x @ x
(force,) = torch.autograd.grad(energy, x, create_graph=True)
(stiffness,) = torch.autograd.grad(force.sum(), x)
wave = torch.tanh(torch.nn.Linear(3, 1)(x))
(slope,) = torch.autograd.grad(wave.sum(), x, create_graph=True)
(curvature,) = torch.autograd.grad(slope.sum(), x)
straight = torch.nn.Linear(3, 1)(x)
(level,) = torch.autograd.grad(straight.sum(), x, create_graph=True)
(nothing,) = torch.autograd.grad(level.sum(), x, allow_unused=True)
print("OBSERVED", "clean" if stiffness.any() and curvature.any() and nothing is None else "zero")
