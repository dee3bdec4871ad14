# framework: torch
# verdict: wrong
# seen: wrong
import torch
from torch import nn


def train(model, loader, opt, grad_accum_steps=4):
    model.train()
    for step, (x, y) in enumerate(loader):
        out = model(x)
        loss = nn.functional.cross_entropy(out, y)
        loss.backward()  # HAZARD GL607
        if (step + 1) % grad_accum_steps == 0:
            nn.utils.clip_grad_norm_(model.parameters(), 1e9)
            opt.step()
            opt.zero_grad()


torch.manual_seed(0)
model = nn.Linear(3, 2)
seen = []
opt = torch.optim.SGD(model.parameters(), lr=0.1)
opt.register_step_pre_hook(lambda *_: seen.append(model.weight.grad.clone()))
data = [(torch.randn(2, 3), torch.randint(0, 2, (2,))) for _ in range(4)]
x, y = torch.cat([d[0] for d in data]), torch.cat([d[1] for d in data])
true = torch.autograd.grad(nn.functional.cross_entropy(model(x), y), model.weight)[0]
train(model, data, opt)
print("OBSERVED", "wrong" if torch.allclose(seen[0], 4 * true, atol=1e-5) else "clean")
