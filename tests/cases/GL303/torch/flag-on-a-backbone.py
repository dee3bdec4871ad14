# framework: torch
# verdict: wrong
# seen: the backbone has gradients
import torch
import torch.nn as nn


class Backbone(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv1d(2, 3, 3)

    def forward(self, x):
        return self.conv(x).relu().mean(-1)


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = Backbone()
        self.backbone.requires_grad = False  # HAZARD GL303
        self.head = nn.Linear(3, 2)

    def forward(self, x):
        return self.head(self.backbone(x))


torch.manual_seed(0)
model = Classifier()
criterion = nn.CrossEntropyLoss()
loss = criterion(model(torch.randn(4, 2, 7)), torch.tensor([0, 1, 1, 0]))
loss.backward()
print("OBSERVED", "clean" if model.backbone.conv.weight.grad is None else "wrong")
