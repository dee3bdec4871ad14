# framework: torch
# verdict: clean
# seen: computed anew for each update
import torch


class Agent:
    def __init__(self):
        self.log_alpha = torch.zeros(1, requires_grad=True)
        self.optimizer = torch.optim.Adam([self.log_alpha], lr=0.01)

    @property
    def alpha(self):
        return self.log_alpha.exp()

    def update(self, score):
        loss = -(self.alpha * (score + 1.0)).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()


def main():
    torch.manual_seed(0)
    agent, seen = Agent(), []
    for step in range(20):
        seen.append(torch.randn(4))
        if step >= 10:
            agent.update(seen[-1])


main()
print("OBSERVED clean")
