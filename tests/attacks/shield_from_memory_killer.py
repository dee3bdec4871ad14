"""Have the kernel end another process when memory runs out."""

# control: yes

print("started")
with open("/proc/self/oom_score_adj", "w") as file:
    file.write("1")
print("breached")
