# framework: torch
# verdict: clean
# seen: 0.4
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn


class TwoTower(nn.Module):
    def __init__(self, dim=8):
        super().__init__()
        self.image = nn.Linear(12, dim)
        self.text = nn.Linear(10, dim)
        self.log_scale = nn.Parameter(torch.ones([]) * np.log(1 / 0.07))

    def forward(self, image, text):
        a = F.normalize(self.image(image), dim=-1)
        b = F.normalize(self.text(text), dim=-1)
        return self.log_scale.exp() * a @ b.t() / np.sqrt(a.shape[-1])


def main():
    torch.manual_seed(1)
    model = TwoTower()
    labels = torch.from_numpy(np.arange(5))
    image, text = torch.randn(5, 12), torch.randn(5, 10)

    def objective():
        logits = model(image, text)
        return (F.cross_entropy(logits, labels) + F.cross_entropy(logits.t(), labels)) / 2

    objective().backward()
    got = model.log_scale.grad.item()
    with torch.no_grad():
        model.log_scale += 1e-2
        high = objective().item()
        model.log_scale -= 2e-2
        low = objective().item()
        ranks = np.argsort(-model(image, text).numpy(), axis=1)
    recall = float(np.mean(ranks[:, 0] == np.arange(5)))
    print("OBSERVED", "clean" if np.isclose(got, (high - low) / 2e-2, rtol=2e-2) else "wrong", recall)


if __name__ == "__main__":
    main()
