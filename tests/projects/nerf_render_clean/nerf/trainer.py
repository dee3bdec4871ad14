import torch

from nerf.rays import stratified
from nerf.render import composite, psnr


class NeRFTrainer:
    def __init__(self, field, lr=5e-4, samples=16):
        self.field = field
        self.samples = samples
        self.opt = torch.optim.Adam(field.parameters(), lr=lr)
        self.log = []

    def render(self, origins, directions):
        z = stratified(2.0, 6.0, len(origins), self.samples)
        points = origins[:, None] + directions[:, None] * z[..., None]
        sigma, rgb = self.field(points)
        return composite(sigma, rgb, z)

    def step(self, origins, directions, colors):
        pred = self.render(origins, directions)
        loss = ((pred - colors) ** 2).mean()
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        self.log.append(psnr(loss.item()))
        return loss.item()
