# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch.func import grad_and_value, vmap


def schedule(t):
    return torch.cos(0.5 * torch.pi * t)


slope_and_level = vmap(grad_and_value(schedule))


def loss_weights(times):
    """torch.func names the gradient first and returns it first; JAX has it the other way round."""
    grad, value = slope_and_level(times)
    return -grad / (1.0 - value)


def distance(point, anchor):
    gap = point - anchor
    return (gap**2).sum(), gap


point, anchor = torch.tensor([1.0, 2.0]), torch.tensor([0.5, 0.0])
grads, (loss, gap) = grad_and_value(distance, has_aux=True)(point, anchor)
weights = loss_weights(torch.tensor([0.25, 0.5, 0.75]))
right = torch.allclose(grads, 2 * gap) and loss.dim() == 0 and bool((weights > 0).all())
print("OBSERVED", "clean" if right else "wrong")
