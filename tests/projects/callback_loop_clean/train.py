import torch

from tiny.callbacks import GradClip, LossTrace
from tiny.loop import Loop
from tiny.model import Net

model = Net()
loop = Loop(model, torch.optim.Adam(model.parameters(), lr=1e-3), [GradClip(1.0), LossTrace()])
loop.fit([(torch.randn(8, 8), torch.randint(0, 3, (8,))) for _ in range(5)])
