import sys
from pathlib import Path
from types import SimpleNamespace

sys.path.append(str(Path(__file__).resolve().parent.parent))

import torch  # noqa: E402

from counter.factory import build  # noqa: E402


def crowd(n, size=10):
    people = torch.randint(1, 9, (n,))
    images = torch.zeros(n, 1, size, size)
    for i, k in enumerate(people.tolist()):
        where = torch.randperm(size * size)[:k]
        images[i].view(-1)[where] = 1.0
    return images, people.float()


def main():
    torch.manual_seed(1)
    cfg = SimpleNamespace(channels=8, scale=10.0, lr=1e-2, steps=20)
    model, optimizer = build(cfg)
    for step in range(cfg.steps):
        images, people = crowd(16)
        counts = model(images)
        loss = torch.nn.functional.l1_loss(counts, people)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 5 == 0:
            exact = (counts.round() == people).float().mean().item()
            print(f"step {step} mae {loss.item():.3f} exact {exact:.2f}")


if __name__ == "__main__":
    main()
