import argparse

import torch

from nmt.checkpoints import restore, save
from nmt.model import Translator
from nmt.text import batches
from nmt.trainer import Trainer


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lr", type=float, default=1e-2)
    parser.add_argument("--accumulate", type=int, default=2)
    parser.add_argument("--resume", default="")
    return parser.parse_args()


def main():
    args = parse()
    torch.manual_seed(0)
    model = Translator(vocab=20, width=12)
    if args.resume:
        restore(args.resume, model)
    trainer = Trainer(model, lr=args.lr, accumulate=args.accumulate)
    for epoch in range(2):
        print(trainer.epoch(batches(6)))
    print("gate", model.gate.grad, "scale", [p.grad is not None for p in model.smooth.parameters()])
    print("kept graphs", sum(torch.is_tensor(v) and v.requires_grad for v in trainer.meter.values))


if __name__ == "__main__":
    main()
