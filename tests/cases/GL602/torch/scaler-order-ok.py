# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn
from torch.nn import functional as F


class AmpTrainer:
    def __init__(self, model, max_norm=None):
        self.model, self.max_norm = model, max_norm
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
        self.scaler = torch.amp.GradScaler("cpu", init_scale=2.0**16)

    def step(self, x, y):
        self.optimizer.zero_grad(set_to_none=True)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            loss = F.cross_entropy(self.model(x), y)
        self.scaler.scale(loss).backward()
        if self.max_norm is not None:
            self.scaler.unscale_(self.optimizer)
            nn.utils.clip_grad_norm_(self.model.parameters(), self.max_norm)
        self.scaler.step(self.optimizer)
        self.scaler.update()
        return loss.item()


torch.manual_seed(0)
x, y = torch.randn(32, 8), torch.randint(0, 4, (32,))
right = []
for max_norm in (None, 1e3):
    model = nn.Sequential(nn.Linear(8, 16), nn.GELU(), nn.Linear(16, 4))
    expected = torch.autograd.grad(F.cross_entropy(model(x), y), model[2].bias)[0]
    AmpTrainer(model, max_norm).step(x, y)
    right.append(torch.allclose(model[2].bias.grad, expected, atol=2e-2))
print("OBSERVED", "clean" if all(right) else "wrong")
