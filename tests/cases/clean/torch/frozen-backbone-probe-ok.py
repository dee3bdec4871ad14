# framework: torch
# verdict: clean
# seen: frozen backbone under no_grad in two styles, optimiser gets only what is trainable; LBFGS closure on precomputed features
"""Transfer learning: frozen feature extractor in two styles, trainable head."""
import torch
import torch.nn as nn


class FrozenMixin:
    """Keeps self.backbone in eval mode and without gradients, whatever train() says."""

    def train(self, mode=True):
        super().train(mode)
        self.backbone.eval()
        return self


class Transfer(FrozenMixin, nn.Module):
    def __init__(self, backbone, feat, classes, finetune_last=False):
        super().__init__()
        self.backbone = backbone
        self.finetune_last = finetune_last
        for p in self.backbone.parameters():
            p.requires_grad_(False)
        if finetune_last:
            for p in self.backbone[-1].parameters():
                p.requires_grad_(True)
        self.classifier = nn.Linear(feat, classes)

    def extract(self, x):
        if self.finetune_last:
            with torch.no_grad():
                x = self.backbone[:-1](x)
            return self.backbone[-1](x)
        with torch.no_grad():
            return self.backbone(x)

    def forward(self, x):
        return self.classifier(torch.relu(self.extract(x)))


@torch.no_grad()
def precompute(model, xs):
    model.eval()
    return torch.cat([model.extract(x) for x in xs])


def fit(model, xs, ys):
    trainable = [p for p in model.parameters() if p.requires_grad]
    opt = torch.optim.SGD(trainable, lr=0.1)
    model.train()
    for x, y in zip(xs, ys):
        loss = nn.functional.cross_entropy(model(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
    return trainable


def fit_on_features(features, labels):
    head = nn.Linear(features.size(1), 3)
    opt = torch.optim.LBFGS(head.parameters(), max_iter=5)

    def closure():
        opt.zero_grad()
        loss = nn.functional.cross_entropy(head(features), labels)
        loss.backward()
        return loss

    opt.step(closure)
    return head


if __name__ == "__main__":
    torch.manual_seed(0)
    xs, ys = torch.randn(4, 8, 5), torch.randint(0, 3, (4, 8))
    for flag, count in ((False, 2), (True, 4)):
        body = nn.Sequential(nn.Linear(5, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Linear(16, 6))
        model = Transfer(body, 6, 3, flag)
        trainable = fit(model, xs, ys)
        assert len(trainable) == count and all(p.grad.abs().sum() > 0 for p in trainable)
        assert body[0].weight.grad is None
    assert fit_on_features(precompute(model, xs), ys.flatten()).weight.grad is not None
