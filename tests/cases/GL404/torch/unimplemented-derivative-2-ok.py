# framework: torch
# verdict: clean
# seen: gradient as expected
import torch as th
from torch import nn


class Prototypes(nn.Module):
    def __init__(self, n_in=4, dim=6, bin_width=0.25):
        super().__init__()
        self.bin_width = bin_width
        self.embed = nn.Linear(n_in, dim // 2 * 2)

    def occupancy(self, z):
        cells = (z.detach() // self.bin_width).long()
        return th.unique(cells, dim=0).shape[0]

    def forward(self, x, labels):
        z = self.embed(x)
        half = z.shape[0] // 2
        support, query = z[:half], z[half:]
        classes = th.unique(labels)
        centres = th.stack([support[labels[:half] == c].mean(dim=0) for c in classes])
        offset = support - th.div(support.detach(), self.bin_width, rounding_mode="floor") * self.bin_width
        return -th.cdist(query, centres), labels[half:], offset, self.occupancy(z)


th.manual_seed(0)
model = Prototypes()
opt = th.optim.Adam(model.parameters(), lr=0.05)
labels = th.tensor([0, 1, 2] * 8)
x = th.randn(24, 4) + labels[:, None]
history = []
for _ in range(15):
    opt.zero_grad()
    logits, wanted, offset, used = model(x, labels)
    loss = nn.functional.cross_entropy(logits, wanted) + 1e-3 * offset.mean()
    loss.backward()
    opt.step()
    history.append(loss.item())
print("OBSERVED", "clean" if history[-1] < history[0] and used > 1 else "wrong")
