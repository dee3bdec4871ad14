# framework: torch
# verdict: wrong
# seen: eight steps moved the weight by 9.8e-05
import torch as th
import torch.nn as nn
from torch.amp import GradScaler, autocast
from torch.utils.data import DataLoader, TensorDataset


class Trainer:
    def __init__(self, model, lr=0.1, clip=0.5):
        self.model, self.clip = model, clip
        self.opt = th.optim.SGD(model.parameters(), lr=lr)
        self.scaler = GradScaler("cpu", init_scale=4096.0)
        self.criterion = nn.MSELoss()

    def run(self, loader):
        for x, y in loader:
            self.opt.zero_grad()
            with autocast("cpu", dtype=th.bfloat16):
                loss = self.criterion(self.model(x), y)
            self.scaler.scale(loss).backward()
            nn.utils.clip_grad_value_(self.model.parameters(), self.clip)  # HAZARD GL602
            self.scaler.unscale_(self.opt)
            self.scaler.step(self.opt)
            self.scaler.update()


th.manual_seed(0)
x = th.randn(64, 3)
data = TensorDataset(x, x @ th.tensor([[1.0], [-1.0], [2.0]]))
model = nn.Linear(3, 1)
before = model.weight.detach().clone()
Trainer(model).run(DataLoader(data, batch_size=8))
moved = (before - model.weight).abs().max().item()
print("OBSERVED", "wrong" if moved < 1e-3 else "clean", f"eight steps moved the weight by {moved:.1e}")
