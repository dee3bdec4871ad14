# framework: torch
# verdict: clean
# seen: a gradient through the rows that the table is given before it is asked
import torch

kit: dict[str, type] = {}
exec(
    """
class Table:
    def __init__(self, rows):
        self.rows = rows

    def __call__(self, x):
        return x @ self.rows
""",
    kit,
)
rows = torch.nn.Parameter(torch.randn(3, 2))
table = kit["Table"](rows.detach())
optimizer = torch.optim.SGD([rows], lr=0.1)
for _ in range(3):
    table.rows = rows * 2
    loss = table(torch.randn(4, 3)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    assert rows.grad is not None
    optimizer.step()
