# framework: torch
# verdict: raises
# seen: RuntimeError: Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn


class TwoTower(nn.Module):
    def __init__(self, dim=8):
        super().__init__()
        self.image = nn.Linear(12, dim)
        self.text = nn.Linear(10, dim)
        self.log_scale = nn.Parameter(torch.tensor(np.log(1 / 0.07), dtype=torch.float32))

    def forward(self, image, text):
        a = F.normalize(self.image(image), dim=-1)
        b = F.normalize(self.text(text), dim=-1)
        scale = np.exp(self.log_scale)  # HAZARD GL101
        return scale * a @ b.t()


def main():
    torch.manual_seed(1)
    model = TwoTower()
    opt = torch.optim.AdamW(model.parameters(), lr=1e-3)
    labels = torch.arange(5)
    logits = model(torch.randn(5, 12), torch.randn(5, 10))
    loss = (F.cross_entropy(logits, labels) + F.cross_entropy(logits.t(), labels)) / 2
    opt.zero_grad()
    loss.backward()
    opt.step()


if __name__ == "__main__":
    main()
