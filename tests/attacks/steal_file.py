"""Move a file of the user into the scratch folder."""

import os

from targets import precious

print("started")
os.rename(precious, "stolen")
print("breached")
