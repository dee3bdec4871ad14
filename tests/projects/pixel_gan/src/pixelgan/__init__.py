from pixelgan.models import Discriminator, Generator
from pixelgan.trainer import GANTrainer

__all__ = ["Discriminator", "Generator", "GANTrainer"]
