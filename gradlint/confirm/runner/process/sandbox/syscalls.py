"""Numbers of the system calls that the sandbox makes or refuses, for x86-64 and 64-bit Arm."""

from __future__ import annotations

import platform

NETWORK = """
    socket 41 198, bind 49 200, connect 42 203, listen 50 201, accept 43 202, accept4 288 242,
    sendmsg 46 211, sendmmsg 307 269
"""
"""The last two can send open files, which nobody then holds open while they are on their way."""
PROCESSES = """
    fork 57 -, vfork 58 -, execve 59 221, execveat 322 281, ptrace 101 117,
    process_vm_readv 310 270, process_vm_writev 311 271, process_madvise 440 440, process_mrelease 448 448,
    kcmp 312 272, tkill 200 130, rt_sigqueueinfo 129 138, rt_tgsigqueueinfo 297 240,
    pidfd_open 434 434, pidfd_send_signal 424 424, pidfd_getfd 438 438,
    setpriority 141 140, ioprio_set 251 30, migrate_pages 256 238
"""
METADATA = """
    chmod 90 -, fchmod 91 52, fchmodat 268 53, fchmodat2 452 452,
    chown 92 -, fchown 93 55, lchown 94 -, fchownat 260 54,
    setxattr 188 5, lsetxattr 189 6, fsetxattr 190 7, setxattrat 463 463,
    removexattr 197 14, lremovexattr 198 15, fremovexattr 199 16, removexattrat 466 466,
    utime 132 -, utimes 235 -, futimesat 261 -, utimensat 280 88, file_setattr 469 469,
    truncate 76 45
"""
SYSTEM = """
    mount 165 40, umount2 166 39, pivot_root 155 41, chroot 161 51, setns 308 268, unshare 272 97,
    move_mount 429 429, open_tree 428 428, open_tree_attr 467 467, fsopen 430 430, fsconfig 431 431,
    fsmount 432 432, fspick 433 433, mount_setattr 442 442, swapon 167 224, swapoff 168 225, reboot 169 142,
    sethostname 170 161, setdomainname 171 162, settimeofday 164 170, clock_settime 227 112,
    adjtimex 159 171, clock_adjtime 305 266, acct 163 89, quotactl 179 60, quotactl_fd 443 443,
    syslog 103 116, vhangup 153 58, iopl 172 -, ioperm 173 -, modify_ldt 154 -, personality 135 92,
    kexec_load 246 104, kexec_file_load 320 294,
    init_module 175 105, finit_module 313 273, delete_module 176 106
"""
KERNEL = """
    io_setup 206 0, io_submit 209 2,
    io_uring_setup 425 425, io_uring_enter 426 426, io_uring_register 427 427, bpf 321 280,
    perf_event_open 298 241, userfaultfd 323 282, keyctl 250 219, add_key 248 217, request_key 249 218,
    fanotify_init 300 262, inotify_init 253 -, inotify_init1 294 26,
    name_to_handle_at 303 264, open_by_handle_at 304 265, splice 275 76, tee 276 77, vmsplice 278 75
"""
SHARED = """
    memfd_create 319 279, memfd_secret 447 447, shmget 29 194, shmat 30 196, shmctl 31 195,
    msgget 68 186, msgsnd 69 189, msgrcv 70 188, msgctl 71 187,
    semget 64 190, semop 65 193, semtimedop 220 192, semctl 66 191, mq_open 240 180, mq_unlink 241 181
"""
PRETENDED = """
    flock 73 32, sync 162 81, syncfs 306 267
"""
"""A lock in a folder of its own is always free, and what is thrown away need not be saved. On a file of the
user a lock would keep its owner waiting, and so would saving the disks of the whole machine."""
GATED = """
    clone 56 220, clone3 435 435, kill 62 129, tgkill 234 131, prlimit64 302 261,
    sched_setaffinity 203 122, sched_setscheduler 144 119, sched_setparam 142 118, sched_setattr 314 274,
    move_pages 279 239, fcntl 72 25, ioctl 16 29, prctl 157 167, socketpair 53 199,
    fallocate 285 47, open 2 -, openat 257 56, openat2 437 437
"""
OURS = """
    capset 126 91, seccomp 317 277,
    landlock_create_ruleset 444 444, landlock_add_rule 445 445, landlock_restrict_self 446 446
"""
LAST_KNOWN = 469
"""What the kernel has added since may do anything, so it is refused as if it did not exist."""

_MACHINES = {"x86_64": 0, "amd64": 0, "aarch64": 1, "arm64": 1}
_AUDIT_NAMES = (0xC000003E, 0xC00000B7)


def numbers(group: str, machine: str | None = None) -> dict[str, int]:
    """The calls of a group that this machine has."""
    column = _column(machine)
    found = {}
    for entry in group.split(","):
        name, *columns = entry.split()
        if columns[column] != "-":
            found[name] = int(columns[column])
    return found


def audit_name(machine: str | None = None) -> int:
    """How the kernel tells a filter which instruction set a call came from."""
    return _AUDIT_NAMES[_column(machine)]


def is_x86(machine: str | None = None) -> bool:
    return _column(machine) == 0


def _column(machine: str | None) -> int:
    machine = machine or platform.machine()
    column = _MACHINES.get(machine.lower())
    if column is None:
        raise OSError(f"no table of system calls for {machine}")
    return column
