# framework: torch
# verdict: caught
# seen: flatten_ does not exist (AttributeError); clip of scaled gradients without unscale_ (step 1024 times too short)
import torch
import torch.nn as nn


class SmallCNN(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv, self.fc = nn.Conv2d(1, 4, 3), nn.Linear(4 * 16, 2)

    def forward(self, x, legacy=False):
        h = torch.relu(self.conv(x))
        if legacy:
            h.flatten_(1)  # HAZARD GL202
        else:
            h = h.flatten(1)
        return self.fc(h)


def train(model, batches, max_norm=0.1):
    scaler = torch.amp.GradScaler("cpu", init_scale=1024.0)
    opt = torch.optim.SGD(model.parameters(), lr=1.0)
    for x, y in batches:
        opt.zero_grad()
        with torch.autocast("cpu", dtype=torch.bfloat16):
            loss = nn.functional.cross_entropy(model(x).float(), y)
        scaler.scale(loss).backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)  # HAZARD GL602
        scaler.step(opt)
        scaler.update()
    return model


if __name__ == "__main__":
    torch.manual_seed(0)
    model = SmallCNN()
    before = [p.detach().clone() for p in model.parameters()]
    train(model, [(torch.randn(8, 1, 6, 6), torch.randint(0, 2, (8,)))])
    moved = torch.sqrt(sum((a - b).square().sum() for a, b in zip(before, [p.detach() for p in model.parameters()])))
    assert moved < 0.1 / 500  # the clip saw gradients 1024 times too large
    try:
        model(torch.randn(1, 1, 6, 6), legacy=True)
    except AttributeError as e:
        assert "flatten_" in str(e)
    else:
        raise AssertionError
