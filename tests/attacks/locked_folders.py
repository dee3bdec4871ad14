"""Leave folders that cannot even be entered."""

# ends: reported disk

import os

print("started")
os.makedirs("outer/middle")
os.mkdir("outer/middle/inner", 0)
os.mkdir("outer/locked", 0)
