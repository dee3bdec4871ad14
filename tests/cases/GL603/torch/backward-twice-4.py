# framework: torch
# verdict: raises
# seen: RuntimeError: Trying to backward through the graph a second time (or directly access saved tensors after they have already been freed). Saved intermed
import torch
from torch import nn
import torch.nn.functional as F


def adversarial_step(model, opt, x, y, eps=0.1):
    x = x.clone().requires_grad_()
    logits = model(x)
    clean = F.cross_entropy(logits, y)
    clean.backward()
    delta = eps * x.grad.sign()
    robust = F.cross_entropy(model(x.detach() + delta), y)
    opt.zero_grad()
    loss = 0.5 * clean + 0.5 * robust
    loss.backward()  # HAZARD GL603
    opt.step()


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
adversarial_step(model, torch.optim.SGD(model.parameters(), lr=0.1), torch.randn(4, 3), torch.tensor([0, 1, 0, 1]))
