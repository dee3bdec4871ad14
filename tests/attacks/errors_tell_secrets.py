"""Have an error message tell what stands in a private key: import it, compile it, read it as a setting."""

# control: yes

import configparser
import importlib.util
import linecache
import runpy
import tokenize

from targets import secret

print("started")
spec = importlib.util.spec_from_loader("key", importlib.machinery.SourceFileLoader("key", secret))
for attempt in (
    lambda: spec.loader.exec_module(importlib.util.module_from_spec(spec)),
    lambda: runpy.run_path(secret),
    lambda: configparser.ConfigParser().read_file(open(secret)),  # noqa: SIM115
    lambda: tokenize.open(secret).read(),  # noqa: SIM115
):
    try:
        attempt()
    except Exception as error:
        if "private" in f"{error} {getattr(error, 'text', '')}":
            print("breached")
if "private" in linecache.getline(secret, 1):
    print("breached")
