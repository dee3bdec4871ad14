# framework: torch
# verdict: caught
# seen: backward on a reduction='none' loss raises
import torch
import torch.nn as nn

LOSSES = {
    "focal": lambda p, t: ((1 - torch.exp(-nn.functional.cross_entropy(p, t, reduction="none"))) ** 2)
    * nn.functional.cross_entropy(p, t, reduction="none"),
    "ce": lambda p, t: nn.functional.cross_entropy(p, t),
}


class SegModel(nn.Module):
    def __init__(self, classes=4):
        super().__init__()
        self.conv = nn.Conv2d(3, classes, 3, padding=1)

    def forward(self, x):
        return self.conv(x)


def train_step(model, opt, batch):
    image, mask = batch
    criterion = nn.CrossEntropyLoss(reduction="none", ignore_index=255)
    logits = model(image)
    loss = criterion(logits, mask)
    opt.zero_grad()
    loss.backward()  # HAZARD GL504
    opt.step()
    return loss.mean().item()


if __name__ == "__main__":
    model = SegModel()
    batch = (torch.randn(2, 3, 5, 5), torch.randint(0, 4, (2, 5, 5)))
    assert LOSSES["ce"](model(batch[0]), batch[1]).ndim == 0
    try:
        train_step(model, torch.optim.SGD(model.parameters(), 0.1), batch)
    except RuntimeError as e:
        assert "scalar outputs" in str(e)
    else:
        raise AssertionError
