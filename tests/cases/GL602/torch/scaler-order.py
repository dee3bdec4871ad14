# framework: torch
# verdict: wrong
# seen: 6.3e-06 instead of 1.3e-01
import torch
from torch import nn
from torch.nn import functional as F


def train_step(model, optimizer, scaler, x, y, max_norm=1.0):
    optimizer.zero_grad(set_to_none=True)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        loss = F.cross_entropy(model(x), y)
    scaler.scale(loss).backward()
    nn.utils.clip_grad_norm_(model.parameters(), max_norm)  # HAZARD GL602
    scaler.step(optimizer)
    scaler.update()
    return loss.item()


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(8, 16), nn.GELU(), nn.Linear(16, 4))
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
scaler = torch.amp.GradScaler("cpu", init_scale=2.0**16)
x, y = torch.randn(32, 8), torch.randint(0, 4, (32,))
reference = torch.autograd.grad(F.cross_entropy(model(x), y), model[2].bias)[0].norm().item()
train_step(model, optimizer, scaler, x, y)
applied = model[2].bias.grad.norm().item()
tiny = applied < 1e-2 * reference
print("OBSERVED", "wrong" if tiny else "clean", f"{applied:.1e} instead of {reference:.1e}")
