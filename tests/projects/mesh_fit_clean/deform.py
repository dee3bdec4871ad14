import torch


class Deformation:
    def __init__(self, verts, rigid=None):
        self.base = verts
        self.offsets = torch.zeros_like(verts).requires_grad_()
        if rigid is not None:
            self.mask = (~rigid).float().unsqueeze(1)
        self.scale = torch.ones(1, requires_grad=True)

    def parameters(self):
        return [self.offsets, self.scale]

    def __call__(self):
        return self.scale * (self.base + self.offsets * self.mask)
