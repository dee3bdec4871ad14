# framework: torch
# verdict: wrong
# seen: head replaced after the optimiser was built: the new head never moves
import torch
import torch.nn as nn


class Pretrained(nn.Module):
    def __init__(self, classes=10):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(6, 16), nn.ReLU())
        self.head = nn.Linear(16, classes)

    def forward(self, x):
        return self.head(self.body(x))

    def reset_head(self, classes):
        self.head = nn.Linear(self.head.in_features, classes)


class Experiment:
    def __init__(self, classes):
        self.model = Pretrained()
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)
        self.model.reset_head(classes)  # HAZARD GL310
        self.losses = []

    def fit(self, batches):
        for x, y in batches:
            self.optimizer.zero_grad()
            loss = nn.functional.cross_entropy(self.model(x), y)
            loss.backward()
            self.optimizer.step()
            self.losses.append(loss.item())
        return self


if __name__ == "__main__":
    torch.manual_seed(0)
    exp = Experiment(classes=3)
    head, body = exp.model.head.weight.clone(), exp.model.body[0].weight.clone()
    exp.fit([(torch.randn(8, 6), torch.randint(0, 3, (8,))) for _ in range(3)])
    assert torch.equal(head, exp.model.head.weight)
    assert not torch.equal(body, exp.model.body[0].weight)
