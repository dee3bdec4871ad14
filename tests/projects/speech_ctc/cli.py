import argparse

import torch
from torch import nn

from speech.net import Recognizer
from speech.schedule import Warmup


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=3)
    parser.add_argument("--lr", type=float, default=1e-2)
    return parser.parse_args()


def main():
    args = parse()
    torch.manual_seed(1)
    model = Recognizer().train()
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
    warmup = Warmup(optimizer, 2, args.lr)
    ctc = nn.CTCLoss(zero_infinity=True)
    for _ in range(args.steps):
        wave, target = torch.randn(4, 120), torch.randint(1, 5, (4, 3))
        log_probs = model(wave).transpose(0, 1)
        lengths = torch.full((4,), log_probs.shape[0])
        loss = ctc(log_probs, target, lengths, torch.full((4,), 3))
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        warmup.step()
    print(loss.item())


if __name__ == "__main__":
    main()
