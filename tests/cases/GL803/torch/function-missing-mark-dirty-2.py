# framework: torch
# verdict: wrong
# seen: [6.0, 3.0]
import torch


class ClampInplace(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, top):
        ctx.save_for_backward(x < top)
        x.clamp_(max=top)  # HAZARD GL803
        return x

    @staticmethod
    def backward(ctx, g):
        (mask,) = ctx.saved_tensors
        return g * mask, None


leaf = torch.tensor([1.0, 5.0], requires_grad=True)
h = leaf * 3.0
y = ClampInplace.apply(h, 4.0)
(y + h).sum().backward()
print("OBSERVED", "clean" if torch.equal(leaf.grad, torch.tensor([6.0, 0.0])) else "wrong", leaf.grad.tolist())
