from torch import nn

try:
    from depth._fast import upsample
except ImportError:
    from depth.resize import upsample


class DepthNet(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        self.encoder = nn.Conv2d(3, width, 3, stride=2, padding=1)
        self.decoder = nn.Conv2d(width, 1, 3, padding=1)

    def forward(self, image):
        h = nn.functional.elu(self.encoder(image))
        return self.decoder(upsample(h, 2))
