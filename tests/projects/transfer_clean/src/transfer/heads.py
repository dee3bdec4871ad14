from torch import nn


class WithHead(nn.Module):
    def __init__(self, backbone, width, classes):
        super().__init__()
        self.backbone = backbone
        self.head = nn.Linear(width, classes)

    def forward(self, x):
        return self.head(self.backbone(x))


def attach_head(backbone, classes):
    model = WithHead(backbone, 20, 1000)
    model.head = nn.Linear(20, classes)
    return model


def trainable(model):
    return filter(lambda p: p.requires_grad, model.parameters())
