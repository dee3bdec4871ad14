# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn
from torch.nn import functional as F


class Spike(torch.autograd.Function):
    sharpness = 10.0

    @staticmethod
    def forward(ctx, voltage):
        ctx.save_for_backward(voltage)
        return torch.heaviside(voltage, torch.zeros(()))

    @staticmethod
    def backward(ctx, grad_output):
        (voltage,) = ctx.saved_tensors
        return grad_output / (1 + Spike.sharpness * voltage.abs()) ** 2


class SpikingLayer(nn.Module):
    def __init__(self, n_in, n_out, leak=0.9):
        super().__init__()
        self.fc, self.leak = nn.Linear(n_in, n_out), leak

    def forward(self, frames):
        voltage = torch.zeros(frames.shape[1], self.fc.out_features)
        total = torch.zeros_like(voltage)
        for frame in frames:
            voltage = self.leak * voltage + self.fc(frame)
            fired = Spike.apply(voltage - 0.5)
            voltage = voltage - 0.5 * fired
            total = total + fired
        return total / len(frames)


torch.manual_seed(0)
net = nn.Sequential(SpikingLayer(6, 24), nn.Linear(24, 3))
opt = torch.optim.Adam(net.parameters(), lr=2e-2)
frames, labels = torch.rand(8, 12, 6), torch.randint(0, 3, (12,))
history = []
for _ in range(40):
    opt.zero_grad()
    loss = F.cross_entropy(net(frames), labels)
    loss.backward()
    opt.step()
    history.append(loss.item())
print("OBSERVED", "clean" if history[-1] < 0.8 * history[0] and net[0].fc.weight.grad.any() else "zero")
