# framework: torch
# verdict: clean
# seen: gradient as expected
import torch as th
from torch import Tensor, nn
from torch.nn import functional as F


def focal_loss(logits: Tensor, target: Tensor, gamma: float = 2.0, reduction: str = "mean") -> Tensor:
    log_p = F.log_softmax(logits, dim=1).gather(1, target.unsqueeze(1)).squeeze(1)
    loss = -((1 - log_p.exp()) ** gamma) * log_p
    return loss.mean() if reduction == "mean" else loss


def main() -> None:
    th.manual_seed(0)
    net = nn.Sequential(nn.Linear(7, 16), nn.ReLU(), nn.Linear(16, 4))
    x, y = th.randn(20, 7), th.randint(0, 4, (20,))
    net.zero_grad()
    focal_loss(net(x), y).backward()
    mean_grad = net[0].weight.grad.clone()
    net.zero_grad()
    each = focal_loss(net(x), y, reduction="none")
    each.backward(gradient=th.full((20,), 1 / 20))
    same = th.allclose(mean_grad, net[0].weight.grad, atol=1e-6)
    net.zero_grad()
    each = focal_loss(net(x), y, reduction="none")
    th.autograd.backward(each, grad_tensors=th.ones_like(each) / 20)
    same = same and th.allclose(mean_grad, net[0].weight.grad, atol=1e-6)
    print("OBSERVED", "clean" if same else "wrong")


main()
