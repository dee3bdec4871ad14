from dataclasses import dataclass
from typing import Any


@dataclass
class Record:
    data: Any
    target: Any
    weight: float = 1.0

    def numpy(self):
        return self.data, self.target


class RunningScore:
    def __init__(self):
        self.items = []

    def append(self, item):
        self.items.append(item)

    def item(self):
        return sum(self.items) / len(self.items)
