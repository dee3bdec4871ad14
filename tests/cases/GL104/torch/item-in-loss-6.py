# framework: torch
# verdict: wrong
# seen: the penalty property sums .item()s: penalty weight 10 or 0 gives identical weights
"""Fine-tuning with an L2-SP penalty kept on the model."""
import torch
import torch.nn as nn


class AnchoredMLP(nn.Module):
    def __init__(self, dim: int, classes: int):
        super().__init__()
        self.fc1 = nn.Linear(dim, 32)
        self.fc2 = nn.Linear(32, classes)
        for name, p in list(self.named_parameters()):
            self.register_buffer("anchor_" + name.replace(".", "_"), p.detach().clone())

    def forward(self, x):
        return self.fc2(torch.relu(self.fc1(x)))

    @property
    def distance_to_anchor(self):
        total = 0.0
        for name, p in self.named_parameters():
            anchor = getattr(self, "anchor_" + name.replace(".", "_"))
            gap = (p - anchor - 0.1).square().sum()
            total += gap.item()  # HAZARD GL104
        return total


def train(model, batches, strength=10.0):
    criterion = nn.CrossEntropyLoss()
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    log = []
    for step, (x, y) in enumerate(batches):
        opt.zero_grad()
        ce = criterion(model(x), y)
        reg = model.distance_to_anchor
        loss = ce + strength * reg
        loss.backward()
        opt.step()
        if step % 2 == 0:
            log.append({"step": step, "loss": loss.item(), "reg": reg})
    return log


if __name__ == "__main__":
    torch.manual_seed(0)
    net = AnchoredMLP(8, 3)
    data = [(torch.randn(16, 8), torch.randint(0, 3, (16,)))]
    twin = AnchoredMLP(8, 3)
    twin.load_state_dict(net.state_dict())
    train(net, data, strength=10.0)
    train(twin, data, strength=0.0)
    # the penalty changes nothing at all
    assert all(torch.equal(a, b) for a, b in zip(net.parameters(), twin.parameters()))
