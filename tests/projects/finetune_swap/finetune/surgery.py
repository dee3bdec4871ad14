from torch import nn


def replace_head(model, classes):
    width = model.head.in_features
    model.head = nn.Linear(width, classes)  # HAZARD head-after-optimizer GL310
    nn.init.zeros_(model.head.bias)
    return model
