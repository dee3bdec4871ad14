import torch.nn.functional as F

from training.contexts import forward_pass


class Engine:
    def __init__(self, encoder, decoder, optimizer, cfg):
        self.encoder = encoder
        self.decoder = decoder
        self.optimizer = optimizer
        self.cfg = cfg

    def step(self, x):
        with forward_pass(self.encoder, self.cfg):
            code = self.encoder(x)
        loss = F.mse_loss(self.decoder(code), x)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()
