import torch


class EventStream:
    def __init__(self, num_nodes, n_batches, relations, seed=0):
        self.g = torch.Generator().manual_seed(seed)
        self.num_nodes, self.n_batches, self.relations = num_nodes, n_batches, relations

    def __iter__(self):
        for b in range(self.n_batches):
            perm = torch.randperm(self.num_nodes, generator=self.g)
            edges = {r: torch.randint(0, self.num_nodes, (2, 12), generator=self.g) for r in self.relations}
            yield {"src": perm[:5], "dst": perm[5:10], "neg": perm[10:15], "edges": edges, "t": float(b)}
