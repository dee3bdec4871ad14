import torch
from torch.utils.data import DataLoader, TensorDataset

from finetune.backbone import SmallNet
from finetune.engine import run_epoch
from finetune.optim import make_optimizer
from finetune.surgery import replace_head


def main():
    torch.manual_seed(0)
    x = torch.randn(96, 12)
    y = (x[:, 0] > 0).long() + (x[:, 1] > 0).long()
    loader = DataLoader(TensorDataset(x, y), batch_size=16, shuffle=True)
    model = SmallNet()
    optimizer = make_optimizer(model, lr=0.05)
    model = replace_head(model, classes=3)
    for epoch in range(4):
        print(f"epoch {epoch} loss {run_epoch(model, optimizer, loader):.4f}")


if __name__ == "__main__":
    main()
