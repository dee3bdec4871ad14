# framework: torch
# verdict: raises
# seen: RuntimeError: grad can be implicitly created only for scalar outputs
import torch as th
from torch import Tensor, nn
from torch.nn import functional as F


def focal_loss(logits: Tensor, target: Tensor, gamma: float = 2.0) -> Tensor:
    log_p = F.log_softmax(logits, dim=1).gather(1, target.unsqueeze(1)).squeeze(1)
    return -((1 - log_p.exp()) ** gamma) * log_p


def main() -> None:
    th.manual_seed(0)
    net = nn.Sequential(nn.Linear(7, 16), nn.ReLU(), nn.Linear(16, 4))
    opt = th.optim.Adam(net.parameters(), lr=1e-3)
    x, y = th.randn(20, 7), th.randint(0, 4, (20,))
    for _ in range(3):
        opt.zero_grad()
        loss = focal_loss(net(x), y)
        loss.backward()  # HAZARD GL504
        opt.step()


main()
