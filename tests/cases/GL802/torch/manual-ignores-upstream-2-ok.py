# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn
from torch.autograd.function import once_differentiable
from torch.nn import functional as F


class FusedCrossEntropy(torch.autograd.Function):
    @staticmethod
    def forward(ctx, logits, labels):
        n = len(labels)
        log_probs = logits - logits.logsumexp(dim=1, keepdim=True)
        grad = log_probs.exp()
        grad[torch.arange(n), labels] -= 1
        ctx.save_for_backward(grad / n)
        return -log_probs[torch.arange(n), labels].mean()

    @staticmethod
    @once_differentiable
    def backward(ctx, *grads):
        (grad_loss,) = grads
        (grad,) = ctx.saved_tensors
        return grad * grad_loss, None


def fused_cross_entropy(logits, labels):
    return FusedCrossEntropy.apply(logits, labels)


torch.manual_seed(0)
model = nn.Linear(6, 8)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
x, y = torch.randn(12, 6), torch.randint(0, 4, (12,))
optimizer.zero_grad()
main, aux = model(x).chunk(2, dim=1)
(fused_cross_entropy(main, y) + 0.1 * fused_cross_entropy(aux, y)).backward()
main, aux = model(x).chunk(2, dim=1)
(expected,) = torch.autograd.grad(F.cross_entropy(main, y) + 0.1 * F.cross_entropy(aux, y), model.weight)
right = torch.allclose(model.weight.grad, expected, atol=1e-6)
optimizer.step()
print("OBSERVED", "clean" if right else "wrong")
