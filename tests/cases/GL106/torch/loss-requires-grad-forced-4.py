# framework: torch
# verdict: none
# seen: argmax error rate as loss, then requires_grad forced: grads None
"""'Directly optimise what we measure': uses the error rate as the training signal."""
import torch
import torch.nn as nn


class ErrorRate(nn.Module):
    def forward(self, logits, labels):
        guess = torch.argmax(logits, dim=-1)
        wrong = (guess != labels).float()
        return wrong.mean()


def train(model, data, epochs=2):
    objective = ErrorRate()
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    curve = []
    for epoch in range(epochs):
        for x, y in data:
            opt.zero_grad()
            loss = objective(model(x), y)
            loss.requires_grad = True  # HAZARD GL106
            loss.backward()
            opt.step()
            curve.append(loss.item())
    return curve


if __name__ == "__main__":
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 3))
    curve = train(net, [(torch.randn(20, 4), torch.randint(0, 3, (20,)))] * 2)
    assert all(p.grad is None for p in net.parameters())
    assert len(set(curve)) == 1
