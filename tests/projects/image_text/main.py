import torch
from torch.utils.data import DataLoader, TensorDataset

from config import Config
from models import build_model
from trainer import Trainer


def main():
    cfg = Config()
    torch.manual_seed(0)
    data = TensorDataset(torch.randn(24, cfg.image_dim), torch.randn(24, cfg.text_dim))
    loader = DataLoader(data, batch_size=8, shuffle=True)
    model = build_model(cfg)
    trainer = Trainer(model, cfg)
    print(trainer.fit(loader))
    print("logit_scale", model.logit_scale.grad)
    print("ema is model", trainer.ema.shadow["logit_scale"].data_ptr() == model.logit_scale.data_ptr())


if __name__ == "__main__":
    main()
