# framework: torch
# verdict: none
# seen: the head is replaced after the optimiser was built; the new head never moves
import torch
import torch.nn as nn
import torch.nn.functional as F


class Classifier(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.backbone = nn.Linear(6, 8)
        self.head = nn.Linear(8, classes)

    def forward(self, x):
        return self.head(torch.relu(self.backbone(x)))


def adapt_head(model, classes):
    model.head = nn.Linear(model.head.in_features, classes)
    return model


def finetune(classes=5, steps=3):
    torch.manual_seed(0)
    model = Classifier(10)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 2)
    model = adapt_head(model, classes)  # HAZARD GL310
    start = model.head.weight.detach().clone()
    for _ in range(steps):
        x, y = torch.randn(8, 6), torch.randint(0, classes, (8,))
        loss = F.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        scheduler.step()
    return start, model


if __name__ == "__main__":
    start, model = finetune()
    assert torch.equal(start, model.head.weight) and model.head.weight.grad is not None
