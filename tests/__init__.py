"""The tests: statements about the product, with what they share in `tests/support`."""

import os

# Runtime mode takes the interpreter that the tests run in, whatever environment is active around them.
for _name in ("VIRTUAL_ENV", "CONDA_PREFIX"):
    os.environ.pop(_name, None)
