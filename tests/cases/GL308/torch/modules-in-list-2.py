# framework: torch
# verdict: wrong
# seen: ['trunk.0.bias', 'trunk.0.weight']
import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset


class MultiTask(nn.Module):
    def __init__(self, n_in, dim, classes_per_task):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(n_in, dim), nn.ReLU())
        self.heads = []  # HAZARD GL308
        for n_classes in classes_per_task:
            self.heads.append(nn.Linear(dim, n_classes))

    def forward(self, x):
        h = self.trunk(x)
        return [head(h) for head in self.heads]


def main():
    torch.manual_seed(0)
    data = TensorDataset(torch.randn(24, 6), torch.randint(0, 3, (24,)), torch.randint(0, 2, (24,)))
    model = MultiTask(6, 10, [3, 2])
    opt = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    start = model.heads[0].weight.detach().clone()
    for x, *labels in DataLoader(data, batch_size=8):
        opt.zero_grad()
        loss = sum(F.cross_entropy(out, label) for out, label in zip(model(x), labels))
        loss.backward()
        opt.step()
    stuck = torch.equal(start, model.heads[0].weight)
    print("OBSERVED", "wrong" if stuck else "clean", sorted(model.state_dict()))


if __name__ == "__main__":
    main()
