import sys

sys.path.append("src")

import torch  # noqa: E402

from transfer.backbone import load_backbone  # noqa: E402
from transfer.heads import attach_head, trainable  # noqa: E402
from transfer.loop import evaluate, run_epoch  # noqa: E402


def dataset(n):
    x = torch.randn(n, 10)
    return x, (x[:, :4].sum(1) > 0).long()


def main():
    torch.manual_seed(0)
    model = attach_head(load_backbone(), classes=2)
    optimizer = torch.optim.Adam(trainable(model), lr=1e-2)
    train, test = dataset(96), dataset(64)
    for epoch in range(4):
        if epoch == 2:
            last = model.backbone[2]
            last.requires_grad_(True)
            optimizer.add_param_group({"params": list(last.parameters()), "lr": 1e-3})
        value = run_epoch(model, optimizer, *train)
        print(f"epoch {epoch} loss {value:.4f} accuracy {evaluate(model, *test):.3f}")


if __name__ == "__main__":
    main()
