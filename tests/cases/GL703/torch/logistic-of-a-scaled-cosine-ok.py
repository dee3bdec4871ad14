# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
import torch.nn.functional as F
from torch import nn


class Pull(nn.Module):
    def __init__(self, options):
        super().__init__()
        self.scale, self.shift = options["scale"], options["shift"]
        self.encoder = nn.Linear(4, 3)

    def forward(self, x, y):
        near = F.cosine_similarity(self.encoder(x), self.encoder(y), dim=-1)
        far = (self.shift - near) * self.scale
        return torch.log1p(torch.exp(far)).mean()


def read(text):
    return {line.split(":")[0]: float(line.split(":")[1]) for line in text.splitlines()}


torch.manual_seed(0)
pull = Pull(read("scale:30\nshift:0.2"))
x = 1e4 * torch.randn(6, 4)
pull(x, x.flip(0)).backward()
print("OBSERVED", "clean" if pull.encoder.weight.grad.isfinite().all() else "nan")
