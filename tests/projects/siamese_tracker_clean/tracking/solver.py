import torch
import torch.nn.functional as F


class Solver:
    def __init__(self, net, lr):
        self.net = net
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=lr)

    def __call__(self, pairs):
        for exemplar, search, label in pairs:
            self.optimizer.zero_grad()
            response = self.net(exemplar, search)
            loss = F.binary_cross_entropy_with_logits(response, label)
            loss.backward()
            self.optimizer.step()
            yield loss.item()
