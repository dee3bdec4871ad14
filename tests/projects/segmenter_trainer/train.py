import torch

from engine import SegmentationTrainer
from models.unet import TinyUNet


def blobs(n, size=12):
    images = torch.rand(n, 1, size, size)
    return images, (images > 0.6).to(images.dtype)


def main():
    torch.manual_seed(0)
    model = TinyUNet()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=24)
    trainer = SegmentationTrainer(model, optimizer, scheduler)
    trainer.fit([blobs(8) for _ in range(6)], epochs=4)
    for row in trainer.history:
        print("epoch {epoch} loss {loss:.4f} iou {iou:.3f}".format(**row))


if __name__ == "__main__":
    main()
