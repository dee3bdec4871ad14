"""The abstract machine: runs a program's statements on abstract values and announces what happens."""
