# framework: torch
# verdict: raises
# seen: RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
import torch
from torch import nn
import torch.nn.functional as F


class Distiller(nn.Module):
    def __init__(self):
        super().__init__()
        self.teacher = nn.Linear(4, 3)
        self.student = nn.Linear(4, 3)

    @torch.no_grad()
    def soft(self, net, x, t=2.0):
        return F.log_softmax(net(x) / t, dim=-1)

    def loss(self, x):
        wanted = self.soft(self.teacher, x)
        got = self.soft(self.student, x)  # HAZARD GL402
        return F.kl_div(got, wanted, log_target=True, reduction="batchmean")


torch.manual_seed(0)
d = Distiller()
opt = torch.optim.SGD(d.student.parameters(), lr=0.1)
opt.zero_grad()
d.loss(torch.randn(5, 4)).backward()
opt.step()
