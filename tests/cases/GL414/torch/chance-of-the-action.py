# framework: torch
# verdict: wrong
# seen: the policy loss pushes on the critic
import torch
from torch import nn

torch.manual_seed(0)
actor = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 3), nn.Softmax(dim=-1))
critic = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1))
optimizer = torch.optim.Adam([*actor.parameters(), *critic.parameters()], lr=1e-3)


def learn(states, actions, returns):
    chances = actor(states).gather(1, actions.unsqueeze(1)).squeeze(1)
    surplus = returns - critic(states).squeeze(1)
    of_policy = -(torch.log(chances + 1e-8) * surplus).mean()  # HAZARD GL414
    loss = of_policy + 0.5 * surplus.pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return of_policy


of_policy = learn(torch.randn(8, 4), torch.randint(0, 3, (8,)), torch.randn(8))
states, actions, returns = torch.randn(8, 4), torch.randint(0, 3, (8,)), torch.randn(8)
picked = torch.log(actor(states).gather(1, actions[:, None]).squeeze(1))
of_policy = torch.dot(picked, returns - critic(states).squeeze(1))
slopes = torch.autograd.grad(of_policy, list(critic.parameters()))
print("OBSERVED", "wrong" if any(each.any() for each in slopes) else "clean")
