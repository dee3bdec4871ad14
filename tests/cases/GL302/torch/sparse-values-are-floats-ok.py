# framework: torch
# verdict: clean
# seen: the indices of a sparse tensor are integers, its values are not
import torch

where = torch.LongTensor([[0, 1, 1, 2], [2, 0, 2, 4]])
numbers = torch.randn(4)
old = torch.sparse.FloatTensor(where, numbers, torch.Size([3, 5]))
dense = torch.sparse.FloatTensor(where, numbers, torch.Size([3, 5])).to_dense()
dense.requires_grad = True
old.requires_grad = True
new = torch.sparse_coo_tensor(where, numbers, (3, 5))
new.requires_grad_(True)
rows = torch.sparse_csr_tensor(torch.tensor([0, 1, 2]), torch.tensor([0, 1]), torch.tensor([1.0, 2.0]))
rows.requires_grad_()
w = torch.randn(5, 2, requires_grad=True)
(torch.sparse.mm(new, w).sum() + (dense @ w).sum()).backward()
assert dense.grad is not None and new.grad is not None and w.grad is not None
print("OBSERVED clean")
