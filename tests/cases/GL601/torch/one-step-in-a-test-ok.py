# framework: torch
# verdict: clean
# seen: gradient as expected
import torch


class TestModel:
    """A test runner makes an object of its own for each test."""

    def setup_method(self):
        self.model = torch.nn.Linear(2, 1)
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=1.0)

    def test_a_step_moves_the_weights(self):
        before = self.model.weight.detach().clone()
        self.model(torch.ones(1, 2)).sum().backward()
        self.optimizer.step()
        assert not torch.equal(before, self.model.weight)


test = TestModel()
test.setup_method()
test.test_a_step_moves_the_weights()
