# framework: torch
# verdict: raises
# seen: RuntimeError: derivative for aten::heaviside is not implemented
import torch
from torch import nn
from torch.nn import functional as F


class SpikingLayer(nn.Module):
    def __init__(self, n_in, n_out, leak=0.9, level=0.5):
        super().__init__()
        self.fc = nn.Linear(n_in, n_out)
        self.leak, self.level = leak, level
        self.register_buffer("rest", torch.zeros(()))

    def forward(self, frames):
        voltage = torch.zeros(frames.shape[1], self.fc.out_features)
        counts = torch.zeros_like(voltage)
        for frame in frames:
            voltage = self.leak * voltage + self.fc(frame)
            spikes = torch.heaviside(voltage - self.level, self.rest)  # HAZARD GL404
            voltage = voltage - self.level * spikes
            counts = counts + spikes
        return counts / len(frames)


torch.manual_seed(0)
net = nn.Sequential(SpikingLayer(6, 12), nn.Linear(12, 3))
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
frames, labels = torch.rand(8, 4, 6), torch.randint(0, 3, (4,))
for _ in range(2):
    opt.zero_grad()
    loss = F.cross_entropy(net(frames), labels)
    loss.backward()
    opt.step()
