# framework: torch
# verdict: wrong
# seen: auxiliary gradient too large by 10.0
import torch
from torch import nn
from torch.nn import functional as F


class FusedCrossEntropy(torch.autograd.Function):
    """Computes the gradient together with the loss, so that the logits need not be kept."""

    @staticmethod
    def forward(ctx, logits, labels):
        n = len(labels)
        log_probs = logits - logits.logsumexp(dim=1, keepdim=True)
        grad = log_probs.exp()
        grad[torch.arange(n), labels] -= 1
        ctx.save_for_backward(grad / n)
        return -log_probs[torch.arange(n), labels].mean()

    @staticmethod
    def backward(ctx, grad_loss):
        (grad,) = ctx.saved_tensors
        return grad, None  # HAZARD GL802


def total_loss(model, x, y, aux_weight=0.1):
    main, aux = model(x).chunk(2, dim=1)
    return FusedCrossEntropy.apply(main, y) + aux_weight * FusedCrossEntropy.apply(aux, y)


torch.manual_seed(0)
model = nn.Linear(6, 8)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
x, y = torch.randn(12, 6), torch.randint(0, 4, (12,))
optimizer.zero_grad()
total_loss(model, x, y).backward()
main, aux = model(x).chunk(2, dim=1)
(expected,) = torch.autograd.grad(F.cross_entropy(main, y) + 0.1 * F.cross_entropy(aux, y), model.bias)
optimizer.step()
same = torch.allclose(model.bias.grad, expected, atol=1e-6)
ratio = (model.bias.grad[4:].norm() / expected[4:].norm()).item()
print("OBSERVED", "clean" if same else "wrong", "auxiliary gradient too large by", round(ratio, 2))
