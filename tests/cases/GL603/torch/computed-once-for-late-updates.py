# framework: torch
# verdict: raises
# seen: RuntimeError: Trying to backward through the graph a second time (or directly access saved tensors after they have already been freed).
import torch


class Agent:
    def __init__(self):
        self.log_alpha = torch.zeros(1, requires_grad=True)
        self.alpha = self.log_alpha.exp()
        self.optimizer = torch.optim.Adam([self.log_alpha], lr=0.01)

    def update(self, score):
        loss = -(self.alpha * (score + 1.0)).mean()
        self.optimizer.zero_grad()
        loss.backward()  # HAZARD GL603
        self.optimizer.step()


def main():
    torch.manual_seed(0)
    agent, seen = Agent(), []
    for step in range(20):
        seen.append(torch.randn(4))
        if step >= 10:
            agent.update(seen[-1])


main()
