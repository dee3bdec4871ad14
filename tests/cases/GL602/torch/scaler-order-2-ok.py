# framework: torch
# verdict: clean
# seen: gradient as expected
import torch as th
import torch.nn as nn
from torch.amp import GradScaler, autocast
from torch.utils.data import DataLoader, TensorDataset


def train(model, loader, accumulate=2, clip=1.0, epochs=4):
    opt = th.optim.SGD(model.parameters(), lr=0.2)
    scaler = GradScaler("cpu", init_scale=4096.0)
    criterion = nn.MSELoss()
    opt.zero_grad()
    for _ in range(epochs):
        for i, (x, y) in enumerate(loader):
            with autocast("cpu", dtype=th.bfloat16):
                loss = criterion(model(x), y) / accumulate
            scaler.scale(loss).backward()
            if (i + 1) % accumulate == 0:
                scaler.unscale_(opt)
                nn.utils.clip_grad_norm_(model.parameters(), clip)
                scaler.step(opt)
                scaler.update()
                opt.zero_grad()


th.manual_seed(0)
x = th.randn(64, 3)
y = x @ th.tensor([[1.0], [-1.0], [2.0]])
model = nn.Linear(3, 1)
with th.no_grad():
    start = (model(x) - y).square().mean().item()
train(model, DataLoader(TensorDataset(x, y), batch_size=8))
with th.no_grad():
    end = (model(x) - y).square().mean().item()
print("OBSERVED", "clean" if end < 0.3 * start else "wrong")
