class Loop:
    def __init__(self, net, optimizer, scheduler, criterion, accumulate=1):
        self.net, self.optimizer, self.scheduler = net, optimizer, scheduler
        self.criterion = criterion
        self.accumulate = accumulate

    def one_epoch(self, data):
        running = 0.0
        for i, (x, y) in enumerate(data):
            out = self.net(x)
            loss = self.criterion(out, y)
            self.optimizer.zero_grad()
            self.optimizer.step()  # HAZARD step-first GL602
            loss.backward()
            running += loss  # HAZARD running-graph GL604
        self.scheduler.step()
        return running / (i + 1)
