"""Processes: the fork server, its locked-down children, the pipe between them and who watches them."""
