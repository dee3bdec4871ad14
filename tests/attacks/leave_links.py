"""Leave links to the files of the user where the scratch folder is cleaned up."""

import os

from targets import home, precious, project

print("started")
for folder in (".", "deep/deeper"):
    os.makedirs(folder, exist_ok=True)
    for number, target in enumerate((home, project, precious, "/", "..", "../..", "/tmp")):
        os.symlink(target, os.path.join(folder, f"link{number}"))
