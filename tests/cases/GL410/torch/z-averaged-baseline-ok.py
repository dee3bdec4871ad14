# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
import torch.distributed as dist


class Trainer:
    def __init__(self, model, count):
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        self.baseline = None
        self.count = count

    def share(self):
        if self.baseline is not None:
            total = self.baseline.clone()
            dist.all_reduce(total, op=dist.ReduceOp.SUM)
            self.baseline = total / self.count

    def epoch(self, loader, average):
        for number, batch in enumerate(loader):
            reward, score = self.model(batch)
            if self.baseline is None:
                self.baseline = torch.zeros(self.count)
            self.baseline[number] = average(self.baseline[number], reward.detach())
            loss = ((reward - self.baseline[number]) * score).mean()
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            self.share()
