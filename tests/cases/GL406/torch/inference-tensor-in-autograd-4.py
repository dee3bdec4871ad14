# framework: torch
# verdict: caught
# seen: features made in inference_mode are saved by matmul; raises
"""Trains a bilinear scorer on features cached once."""
import torch
import torch.nn as nn


class FeatureStore:
    def __init__(self, backbone):
        self.backbone = backbone.eval()
        self.cache = {}

    def build(self, split, images):
        with torch.inference_mode():
            self.cache[split] = self.backbone(images)

    def __getitem__(self, split):
        return self.cache[split]


class Bilinear(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.W = nn.Parameter(torch.eye(d) + 0.01 * torch.randn(d, d))

    def forward(self, a, b):
        return ((a @ self.W) * b).sum(-1)  # HAZARD GL406


def main():
    store = FeatureStore(nn.Sequential(nn.Linear(6, 8), nn.ReLU()))
    for split in ("left", "right"):
        store.build(split, torch.randn(16, 6))
    model = Bilinear(8)
    opt = torch.optim.Adam(model.parameters())
    labels = torch.randint(0, 2, (16,)).float()
    for _ in range(2):
        score = model(store["left"], store["right"])
        loss = nn.functional.binary_cross_entropy_with_logits(score, labels)
        opt.zero_grad()
        loss.backward()
        opt.step()


if __name__ == "__main__":
    torch.manual_seed(0)
    try:
        main()
    except RuntimeError as e:
        assert "Inference tensors cannot be saved for backward" in str(e)
    else:
        raise AssertionError
