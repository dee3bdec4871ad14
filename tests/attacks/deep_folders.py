"""Nest folders so deeply that nobody can remove them."""

# ends: reported disk timeout

import os

print("started")
for _ in range(1500):
    os.mkdir("deeper")
    os.chdir("deeper")
