"""Raise the limits again."""

import resource

print("started")
for kind in (resource.RLIMIT_DATA, resource.RLIMIT_FSIZE, resource.RLIMIT_CPU):
    most = resource.RLIM_INFINITY
    assert resource.getrlimit(kind) != (most, most), "there is no limit"
    resource.setrlimit(kind, (most, most))
print("breached")
