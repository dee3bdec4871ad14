import copy


class TargetNetworkMixin:
    def make_target(self):
        self.target = copy.deepcopy(self.online)
        for p in self.target.parameters():
            p.requires_grad_(False)

    def sync_target(self):
        self.target.load_state_dict(self.online.state_dict())
