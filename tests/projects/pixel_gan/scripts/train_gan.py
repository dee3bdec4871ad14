import torch

from pixelgan import Discriminator, GANTrainer, Generator


def main():
    trainer = GANTrainer(Generator(8, 16), Discriminator(16))
    for it in range(10):
        real = torch.rand(32, 16) * 2 - 1
        print(it, trainer.d_step(real), trainer.g_step(32))


if __name__ == "__main__":
    main()
