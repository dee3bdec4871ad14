import torch
import torch.nn.functional as F


def margin_loss(margin):
    def loss(scores, y):
        penalty = margin * F.one_hot(y, scores.shape[-1])
        return F.cross_entropy(10 * (scores - penalty), y)

    return loss


def regularised(task, net, x, y, goal, weight):
    hint = F.mse_loss(net.embed(x), goal)
    return task(net(x), y) + weight * hint
