import torch
from accelerate import Accelerator
from torch.utils.data import DataLoader, TensorDataset

from .args import parse_args
from .modeling import QuantClassifier


def loader(n=16):
    return DataLoader(TensorDataset(torch.randint(0, 50, (n, 6)), torch.randint(0, 3, (n,))), batch_size=8)


def main(argv=None):
    args = parse_args(argv)
    torch.manual_seed(0)
    accelerator = Accelerator(cpu=True)
    model = QuantClassifier()
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr, weight_decay=args.weight_decay)
    model, optimizer, data = accelerator.prepare(model, optimizer, loader())
    for epoch in range(args.epochs):
        if epoch == args.freeze_after:
            for p in accelerator.unwrap_model(model).encoder.parameters():
                p.requires_grad_(False)  # HAZARD coasting-encoder GL324
        model.train()
        running = 0.0
        for ids, labels in data:
            loss, _ = model(ids, labels=labels)
            accelerator.clip_grad_norm_(model.parameters(), args.max_grad_norm)  # HAZARD early-clip GL602
            optimizer.zero_grad(set_to_none=False)
            accelerator.backward(loss)
            optimizer.step()
            running += loss.detach().item()
        accelerator.print(epoch, running)


if __name__ == "__main__":
    main()
