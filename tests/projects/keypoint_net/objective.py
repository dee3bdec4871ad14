import torch.nn.functional as F
from torch import nn

from geometry import bone_lengths, mean_error


class SkeletonLoss(nn.Module):
    def __init__(self, bones, bone_weight):
        super().__init__()
        self.bones = bones
        self.bone_weight = bone_weight

    def forward(self, predicted, target):
        position = F.smooth_l1_loss(predicted, target)
        length = F.mse_loss(bone_lengths(predicted, self.bones), bone_lengths(target, self.bones))
        return position + self.bone_weight * length


def pixel_error(predicted, target):
    return mean_error(predicted.detach().numpy(), target.numpy())
