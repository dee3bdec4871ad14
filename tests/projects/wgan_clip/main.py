import sys

sys.path.append("lib")

import torch  # noqa: E402

from critic import Critic, Generator  # noqa: E402
from training import WassersteinTrainer  # noqa: E402


def target_samples(n):
    angle = torch.rand(n) * 6.2832
    return torch.stack([angle.cos(), angle.sin()], dim=1) + 0.05 * torch.randn(n, 2)


def main():
    torch.manual_seed(0)
    trainer = WassersteinTrainer(Critic(), Generator(), clip=0.1)
    for step in range(5):
        d_loss, g_loss = trainer.step(target_samples(32))
        print(f"step {step} critic {d_loss:.4f} generator {g_loss:.4f}")


if __name__ == "__main__":
    main()
