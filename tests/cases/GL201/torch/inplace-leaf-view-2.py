# framework: torch
# verdict: raises
# seen: RuntimeError: a view of a leaf Variable that requires grad is being used in an in-place operation.
import torch
from torch import Tensor


def perturb(params: list[Tensor], scale: float, seed: int) -> None:
    gen = torch.Generator().manual_seed(seed)
    for p in params:
        flat = p.view(-1)
        flat.add_(scale * torch.randn(flat.shape, generator=gen))  # HAZARD GL201


def loss_fn(w: Tensor, b: Tensor, x: Tensor, y: Tensor) -> Tensor:
    return ((x @ w + b - y) ** 2).mean()


torch.manual_seed(0)
w = torch.zeros(4, 2, requires_grad=True)
b = torch.zeros(2, requires_grad=True)
x, y = torch.randn(16, 4), torch.randn(16, 2)
opt = torch.optim.SGD([w, b], lr=0.1)
for epoch in range(5):
    if epoch % 2 == 1:
        perturb([w, b], scale=0.01, seed=epoch)
    opt.zero_grad()
    loss_fn(w, b, x, y).backward()
    opt.step()
