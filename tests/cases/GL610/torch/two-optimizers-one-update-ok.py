# framework: torch
# verdict: clean
# seen: gradient as expected
import torch

torch.manual_seed(0)
front, back = torch.nn.Linear(2, 3), torch.nn.Linear(3, 1)
optimizers = [torch.optim.SGD(front.parameters(), lr=0.1), torch.optim.Adam(back.parameters(), lr=0.1)]
scaler = torch.amp.GradScaler("cpu")
start = front.weight.detach().clone()
for x in torch.randn(3, 4, 2):
    for each in optimizers:
        each.zero_grad()
    scaler.scale(back(front(x)).pow(2).mean()).backward()
    for each in optimizers:
        scaler.unscale_(each)
    torch.nn.utils.clip_grad_norm_([*front.parameters(), *back.parameters()], 1.0)
    for each in optimizers:
        scaler.step(each)
    scaler.update()
assert not torch.equal(start, front.weight.detach())
