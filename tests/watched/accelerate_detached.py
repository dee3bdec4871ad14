"""A loop with Accelerate whose encoder is detached from the loss."""

# without gradient: encoder.weight encoder.bias
import torch
from accelerate import Accelerator
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(8, 16)
        self.head = nn.Linear(16, 1)

    def forward(self, x):
        code = torch.tanh(self.encoder(x))
        return self.head(code.data)  # GL401 confirmed


def main():
    torch.manual_seed(0)
    accelerator = Accelerator(cpu=True)
    x = torch.randn(32, 8)
    data = DataLoader(TensorDataset(x, x.sum(1, keepdim=True)), batch_size=8)
    model = Net()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    model, optimizer, data = accelerator.prepare(model, optimizer, data)
    for inputs, targets in data:
        optimizer.zero_grad()
        loss = ((model(inputs) - targets) ** 2).mean()
        accelerator.backward(loss)
        optimizer.step()
        print(loss.item().hex())


if __name__ == "__main__":
    main()
