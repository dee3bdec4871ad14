"""With `--follow` this folder stands on PYTHONPATH: `sitecustomize` watches each Python that the program starts."""
