# framework: torch
# verdict: wrong
# seen: softmax output into CrossEntropyLoss; sigmoid output into BCE-with-logits
import torch
import torch.nn as nn
import torch.nn.functional as F


class IrisNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1, self.fc2, self.fc3 = nn.Linear(4, 16), nn.Linear(16, 16), nn.Linear(16, 3)

    def forward(self, x):
        x = F.relu(self.fc1(x))
        x = F.relu(self.fc2(x))
        return F.softmax(self.fc3(x), dim=1)


class Detector(nn.Module):
    def __init__(self):
        super().__init__()
        self.score = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))

    def forward(self, x):
        return self.score(x)


def train_iris(x, y, epochs=3):
    model, loss_fn = IrisNet(), nn.CrossEntropyLoss()
    opt = torch.optim.Adam(model.parameters(), lr=0.01)
    for _ in range(epochs):
        pred = model(x)
        loss = loss_fn(pred, y)  # HAZARD GL705
        opt.zero_grad()
        loss.backward()
        opt.step()
    return model


def train_detector(x, y, epochs=3):
    model = Detector()
    opt = torch.optim.Adam(model.parameters(), lr=0.01)
    for _ in range(epochs):
        prob = torch.sigmoid(model(x)).squeeze(1)
        loss = F.binary_cross_entropy_with_logits(prob, y)  # HAZARD GL705
        opt.zero_grad()
        loss.backward()
        opt.step()
    return model


if __name__ == "__main__":
    torch.manual_seed(0)
    x, y = torch.randn(24, 4), torch.randint(0, 3, (24,))
    model = train_iris(x, y)
    # a perfectly confident and right answer still has a large loss
    assert nn.CrossEntropyLoss()(F.one_hot(y, 3).float(), y) > 0.5
    p = train_detector(x, (y > 0).float())(x).sigmoid()
    assert F.binary_cross_entropy_with_logits(torch.zeros_like(p), torch.zeros_like(p)) > 0.6
