import torch
from torch import nn

from encoding import one_hot, pool
from nn_blocks import MaskedAttention, ResidualBlock


class SequenceClassifier(nn.Module):
    def __init__(self, dim, classes):
        super().__init__()
        self.attention = MaskedAttention(dim)
        self.block = ResidualBlock(dim)
        self.out = nn.Linear(dim, classes)
        with torch.no_grad():
            self.out.weight.mul_(0.1)
            self.out.bias.zero_()

    def forward(self, x, padding):
        return self.out(self.block(pool(self.attention(x, padding), padding)))


def sequences(n, length, dim):
    lengths = torch.randint(2, length + 1, (n,))
    padding = torch.arange(length)[None] >= lengths[:, None]
    return torch.randn(n, length, dim), padding, lengths % 2


def smoothed_loss(logits, labels):
    return -(one_hot(labels, logits.shape[1]) * logits.log_softmax(-1)).sum(-1).mean()


def main():
    torch.manual_seed(0)
    model = SequenceClassifier(8, 2)
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
    for step in range(10):
        x, padding, labels = sequences(16, 6, 8)
        loss = smoothed_loss(model(x, padding), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(f"loss {loss.item():.4f} peak {model.attention.running_peak.item():.3f}")


if __name__ == "__main__":
    main()
