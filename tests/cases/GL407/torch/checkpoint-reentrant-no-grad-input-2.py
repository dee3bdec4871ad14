# framework: torch
# verdict: none
# seen: only the readout trains
import torch
import torch.utils.checkpoint as cp
from torch import nn, optim
from torch.utils.data import DataLoader, TensorDataset


class DeepSet(nn.Module):
    def __init__(self, dim=6, depth=3, save_memory=True):
        super().__init__()
        self.blocks = nn.ModuleList(nn.Sequential(nn.Linear(dim, dim), nn.Tanh()) for _ in range(depth))
        self.readout = nn.Linear(dim, 1)
        self.save_memory = save_memory

    def forward(self, x):
        for block in self.blocks:
            if self.save_memory and self.training:
                x = cp.checkpoint(block, x)  # HAZARD GL407
            else:
                x = block(x)
        return self.readout(x.mean(dim=1))


def main():
    torch.manual_seed(0)
    loader = DataLoader(TensorDataset(torch.randn(16, 5, 6), torch.randn(16, 1)), batch_size=8)
    model = DeepSet()
    optimizer = optim.Adam(model.parameters(), lr=1e-3)
    for sets, goal in loader:
        optimizer.zero_grad()
        nn.functional.mse_loss(model(sets), goal).backward()
        optimizer.step()
    dead = all(p.grad is None for p in model.blocks.parameters())
    print("OBSERVED", "none" if dead else "clean", "only the readout trains")


if __name__ == "__main__":
    main()
