# framework: torch
# verdict: clean
# seen: gradient as expected
import numpy as np
import torch
from torch import nn
from torch.utils.data import Dataset, DataLoader


class SpectrumSet(Dataset):
    def __init__(self, n, rng):
        self.raw = rng.normal(size=(n, 8)).astype(np.float32)

    def __len__(self):
        return len(self.raw)

    def __getitem__(self, i):
        spectrum = np.abs(np.fft.rfft(self.raw[i])).astype(np.float32)
        return torch.from_numpy(spectrum), torch.as_tensor(self.raw[i].sum())


class FourierBlock(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.inp = nn.Linear(dim, dim)
        self.out = nn.Linear(dim, 1)

    def forward(self, x):
        h = torch.relu(self.inp(x))
        return self.out(torch.fft.fft(h, dim=1).real).squeeze(-1)


def psnr(a, b):
    err = np.mean((a.detach().cpu().numpy() - b.cpu().numpy()) ** 2)
    return 10 * np.log10(1.0 / max(err, 1e-12))


torch.manual_seed(0)
block = FourierBlock(5)
optim = torch.optim.AdamW(block.parameters(), lr=1e-3)
scores = []
for x, y in DataLoader(SpectrumSet(8, np.random.default_rng(0)), batch_size=4):
    pred = block(x)
    loss = (pred - y).pow(2).mean()
    optim.zero_grad()
    loss.backward()
    optim.step()
    scores.append(psnr(pred, y))
print("OBSERVED", "clean" if block.inp.weight.grad.abs().sum() > 0 and np.isfinite(scores).all() else "wrong")
