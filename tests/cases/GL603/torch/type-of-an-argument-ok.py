# framework: torch
# verdict: clean
# seen: gradient as expected
import numpy as np
import torch
from torch import nn, optim


def convert(positional=None):
    def decorator(func):
        def wrapper(*args, **kwargs):
            device = torch.device("cpu")
            chosen = positional
            if chosen is None:
                chosen = list(range(len(args)))[1:]
            args = list(args)
            for i, arg in enumerate(args):
                if i in chosen:
                    if type(arg) == np.ndarray:
                        args[i] = torch.from_numpy(arg).float().to(device)
                    elif type(arg) == list:
                        args[i] = torch.tensor(arg).to(device)
                    elif type(arg) == torch.Tensor or type(arg) == int or type(arg) == bool:
                        continue
                    else:
                        raise ValueError(i)
            return func(*args, **kwargs)

        return wrapper

    return decorator


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(3, 1)
        self.predict = lambda ob: torch.squeeze(self.net(ob))
        self.opt = optim.Adam(self.net.parameters())

    @convert()
    def forward(self, ob, get_torch=False):
        with torch.no_grad():
            if get_torch:
                return self.predict(ob)
            return self.predict(ob).cpu().numpy()

    @convert()
    def update(self, ob, next_ob, reward, terminal):
        for _ in range(2):
            target = reward + 0.9 * self.forward(next_ob, get_torch=True) * torch.logical_not(terminal)
            for _ in range(3):
                self.opt.zero_grad()
                loss = nn.functional.mse_loss(self.predict(ob), target)
                loss.backward()
                self.opt.step()
        return loss.item()


class Agent:
    def __init__(self):
        self.critic = Critic()

    def train(self, ob, nxt, re, te):
        return self.critic.update(ob, nxt, re, te)


agent = Agent()
assert agent.train(np.ones((4, 3)), np.ones((4, 3)), np.ones(4), np.zeros(4)) > 0
