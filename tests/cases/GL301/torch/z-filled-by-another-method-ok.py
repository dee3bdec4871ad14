# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class Reinforce:
    def __init__(self, net):
        self.net = net
        self.optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
        self.scores = []
        self.done = False

    def play(self, state):
        while not self.done:
            self.scores.append(torch.log_softmax(self.net(state), dim=-1)[:, 0])
            if self.over():
                self.learn()

    def over(self):
        return self.done

    def learn(self):
        terms = []
        for each in self.scores:
            terms.append(-each * 2.0)
        loss = torch.cat(terms).sum()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
