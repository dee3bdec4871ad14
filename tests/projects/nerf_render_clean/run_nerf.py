import torch

from nerf.field import RadianceField
from nerf.trainer import NeRFTrainer

if __name__ == "__main__":
    trainer = NeRFTrainer(RadianceField())
    for i in range(5):
        o, d = torch.zeros(64, 3), torch.nn.functional.normalize(torch.randn(64, 3), dim=-1)
        print(trainer.step(o, d, torch.rand(64, 3)))
