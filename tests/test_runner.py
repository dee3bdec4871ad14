"""The parts of the runner by themselves: the filter of system calls, the private pipe, the scratch folder."""

from __future__ import annotations

import errno
import json
import os
import re
import struct
from pathlib import Path

import pytest

from gradlint.confirm.runner.process.pipe import LIMIT, Inbox, Pen
from gradlint.confirm.runner.process.sandbox import bpf, paths, seccomp, syscalls, too_weak
from gradlint.confirm.runner.process.scratch_folder import ScratchFolder, remove_tree

ME = 4711
EPERM, EACCES, ENOSYS, EAGAIN = map(bpf.refuse, (errno.EPERM, errno.EACCES, errno.ENOSYS, errno.EAGAIN))
MACHINES = ["x86_64", "aarch64"]
HEADERS = {
    "x86_64": "/usr/include/x86_64-linux-gnu/asm/unistd_64.h",
    "aarch64": "/usr/include/asm-generic/unistd.h",
}
GROUPS = "NETWORK PROCESSES METADATA SYSTEM KERNEL SHARED PRETENDED GATED OURS".split()


def judged(
    machine: str, number: int, *arguments: int, audit_name: int | None = None, device: str = "cpu"
) -> int:
    """What the kernel would decide: the program is interpreted as the kernel does it."""
    name = syscalls.audit_name(machine) if audit_name is None else audit_name
    call = struct.pack("=IIQ", number & 0xFFFFFFFF, name, 0)
    call += struct.pack("=6Q", *(value & (2**64 - 1) for value in (*arguments, *[0] * 6)[:6]))
    steps = list(struct.iter_unpack("=HBBI", seccomp.program(ME, device, machine)))
    register = at = 0
    while True:
        code, if_true, if_false, value = steps[at]
        at += 1
        if code == 0x06:
            return value
        if code == 0x20:
            register = struct.unpack_from("=I", call, value)[0]
        elif code == 0x54:
            register &= value
        else:
            truth = {0x15: register == value, 0x35: register >= value, 0x45: bool(register & value)}[code]
            at += if_true if truth else if_false


def number_of(name: str, machine: str) -> int:
    return next(
        found[name]
        for group in GROUPS
        if name in (found := syscalls.numbers(getattr(syscalls, group), machine))
    )


@pytest.mark.parametrize("machine", MACHINES)
class TestFilter:
    """On both kinds of machine, although the tests run on one."""

    @pytest.mark.parametrize("name", ["execve", "ptrace", "fchmod", "mount", "io_uring_setup", "shmat"])
    def test_what_is_never_right_is_refused(self, machine: str, name: str) -> None:
        assert judged(machine, number_of(name, machine)) == EPERM

    def test_sockets_are_refused_and_pairs_of_streams_are_not(self, machine: str) -> None:
        assert judged(machine, number_of("socket", machine), 2, 1) == EACCES
        pair = number_of("socketpair", machine)
        unix, tipc, stream, datagram, close_on_exec = 1, 30, 1, 2, 0o2000000
        assert judged(machine, pair, unix, stream | close_on_exec) == bpf.ALLOW
        assert judged(machine, pair, unix, datagram | close_on_exec) == EACCES
        assert judged(machine, pair, tipc, stream) == EACCES

    def test_threads_start_and_processes_do_not(self, machine: str) -> None:
        assert judged(machine, number_of("clone", machine), 0x3D0F00) == bpf.ALLOW
        assert judged(machine, number_of("clone", machine), 17) == EAGAIN
        assert judged(machine, number_of("clone3", machine)) == ENOSYS

    @pytest.mark.parametrize("name", ["kill", "tgkill"])
    def test_signals_go_to_itself_only(self, machine: str, name: str) -> None:
        for target, verdict in ((ME, bpf.ALLOW), (ME - 1, EPERM), (-1, EPERM), (0, EPERM), (-ME, EPERM)):
            assert judged(machine, number_of(name, machine), target) == verdict

    @pytest.mark.parametrize("name", ["prlimit64", "sched_setaffinity", "move_pages"])
    def test_only_its_own_limits_change(self, machine: str, name: str) -> None:
        for target, verdict in ((0, bpf.ALLOW), (ME, bpf.ALLOW), (1, EPERM)):
            assert judged(machine, number_of(name, machine), target) == verdict

    def test_files_get_no_owner_and_no_flags(self, machine: str) -> None:
        control, order = number_of("fcntl", machine), number_of("ioctl", machine)
        assert judged(machine, control, 5, 8, ME) == EPERM
        assert judged(machine, control, 5, 4, 0) == bpf.ALLOW
        assert judged(machine, order, 5, 0x40086602) == bpf.refuse(errno.ENOTTY)
        assert judged(machine, order, 5, 0x40086602, device="cuda") == EPERM
        for device in ("cpu", "cuda"):
            assert judged(machine, order, 5, 0x5401, device=device) == bpf.ALLOW
        assert judged(machine, order, 5, 0xC0104600, device="cuda") == bpf.ALLOW

    def test_a_lock_is_had_without_being_taken_and_a_lease_is_refused(self, machine: str) -> None:
        control = number_of("fcntl", machine)
        assert judged(machine, number_of("flock", machine), 5, 2) == bpf.PRETEND
        assert {judged(machine, control, 5, order) for order in (6, 7, 37, 38)} == {bpf.PRETEND}
        assert {judged(machine, control, 5, order) for order in (1024, 1026, 1031)} == {EPERM}
        assert {judged(machine, control, 5, order) for order in (0, 1, 2, 3, 4, 5, 1030)} == {bpf.ALLOW}

    def test_no_file_is_sent_away_or_reserved_room_for(self, machine: str) -> None:
        assert judged(machine, number_of("sendmsg", machine), 5) == EACCES
        assert judged(machine, number_of("fallocate", machine), 5) == bpf.refuse(errno.EOPNOTSUPP)

    def test_a_file_that_is_only_read_is_not_emptied_on_the_way(self, machine: str) -> None:
        refused = bpf.refuse(errno.EACCES)
        truncate, create, write, append = 0o1000, 0o100, 1, 0o2000
        for name in ("open", "openat")[machine != "x86_64" :]:
            before = (0,) * (1 + (name == "openat"))
            for flags in (truncate, truncate | 3, truncate | create | 0o2000000):
                assert judged(machine, number_of(name, machine), *before, flags) == refused
            for flags in (0, 3, create, append, write | truncate, 2 | truncate | create):
                assert judged(machine, number_of(name, machine), *before, flags) == bpf.ALLOW
        assert judged(machine, number_of("truncate", machine)) == EPERM
        assert judged(machine, number_of("openat2", machine)) == ENOSYS

    def test_nobody_hides_from_the_watchdog(self, machine: str) -> None:
        assert judged(machine, number_of("prctl", machine), 4, 0) == EPERM
        assert judged(machine, number_of("prctl", machine), 15, 0) == bpf.ALLOW

    def test_the_rest_is_allowed_and_the_unknown_is_not_there(self, machine: str) -> None:
        # Reading, on either machine.
        assert judged(machine, 0 if machine == "x86_64" else 63, 5) == bpf.ALLOW
        assert judged(machine, syscalls.LAST_KNOWN + 1) == ENOSYS
        assert judged(machine, -1) != bpf.ALLOW

    def test_another_instruction_set_is_the_end(self, machine: str) -> None:
        i386 = 0x40000003
        assert judged(machine, 0, audit_name=i386) == bpf.KILL

    def test_the_numbers_are_those_of_the_system(self, machine: str) -> None:
        header = Path(HEADERS[machine])
        if not header.exists():
            pytest.skip(f"{header} is not installed")
        known = dict(re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)", header.read_text()))
        for group in GROUPS:
            for name, number in syscalls.numbers(getattr(syscalls, group), machine).items():
                # The header may be older than our table.
                assert int(known.get(name, number)) == number, name
                assert name in known or number > 450


def test_a_machine_without_a_table_has_no_filter() -> None:
    with pytest.raises(OSError, match="no table of system calls for riscv64"):
        seccomp.program(ME, machine="riscv64")


def test_strength_needs_seccomp_and_one_of_two() -> None:
    assert too_weak({}) is None
    assert too_weak({"landlock": "old kernel", "limits": "no"}) is None
    assert too_weak({"namespaces": "not allowed"}) is None
    assert too_weak({"seccomp": "old kernel"}) == "seccomp is absent (old kernel)"
    both = too_weak({"landlock": "old", "namespaces": "not allowed"})
    assert both == "both landlock (old) and namespaces (not allowed) are absent"


class TestPaths:
    def test_devices_only_for_the_device_that_was_asked_for(self, monkeypatch: pytest.MonkeyPatch) -> None:
        nodes = ["null", "nvidia0", "nvidia-uvm", "dri", "kfd", "accel0", "sda", "tty"]
        monkeypatch.setattr(os, "listdir", lambda folder: nodes)
        assert "/dev/nvidia0" not in paths.tree("/scratch", (), "cpu").devices
        cuda = set(paths.tree("/scratch", (), "cuda:1").devices)
        assert {"/dev/nvidia0", "/dev/nvidia-uvm", "/dev/null"} <= cuda
        assert not {"/dev/accel0", "/dev/sda", "/dev/tty"} & cuda
        assert "/dev/accel0" in paths.tree("/scratch", (), "tpu").devices

    def test_only_the_scratch_folder_can_be_written(self) -> None:
        assert paths.tree("/scratch", ("/project",), "cpu").writable == ("/scratch",)
        assert "/project" in paths.tree("/scratch", ("/project",), "cpu").readable


class TestWire:
    def sent(self, inbox: Inbox, *lines: bytes) -> Inbox:
        for line in lines:
            inbox.feed(line)
        inbox.close()
        return inbox

    def test_a_report_of_a_million_parts_is_not_even_read(self) -> None:
        many = ",".join(["[]"] * 1_000_000)
        inbox = self.sent(Inbox("abc"), f'abc ["report", {{"level": [{many}]}}]\n'.encode())
        assert (inbox.reports, inbox.forged) == ([], 1)

    def test_what_is_written_is_read(self) -> None:
        reading, writing = os.pipe()
        pen = Pen(writing, "abc")
        pen.layers({"seccomp": "active"})
        pen.report({"level": "program", "number": float("inf"), "odd": {1, 2}.__class__})
        os.close(writing)
        inbox = self.sent(Inbox("abc"), os.read(reading, 1 << 16))
        os.close(reading)
        assert inbox.layers == {"seccomp": "active"}
        assert inbox.reports == [{"level": "program", "number": float("inf"), "odd": "<class 'set'>"}]
        assert inbox.forged == 0

    def test_without_the_nonce_it_is_forged(self) -> None:
        inbox = self.sent(Inbox("abc"), b'["report", {}]\n', b'abd ["report", {}]\n', b"abc\n")
        assert (inbox.reports, inbox.forged) == ([], 3)

    def test_half_a_line_is_no_report(self) -> None:
        inbox = self.sent(Inbox("abc"), b'abc ["report", {"level"', b': "program"}]')
        assert (inbox.reports, inbox.forged) == ([], 1)

    @pytest.mark.parametrize(
        "body",
        ["[" * 100_000, "[" * 900 + "]" * 900, "null", '["report", 5]', '["dance", {}]', '"report"', "{}"],
    )
    def test_what_is_no_message_is_forged(self, body: str) -> None:
        inbox = self.sent(Inbox("abc"), f"abc {body}\n".encode())
        assert (inbox.reports, inbox.forged) == ([], 1)

    def test_half_characters_do_no_harm_later(self) -> None:
        inbox = self.sent(Inbox("abc"), b'abc ["report", {"text": "\\ud800"}]\n')
        json.dumps(inbox.reports, ensure_ascii=False).encode()

    def test_a_flood_is_noticed_and_forgotten(self) -> None:
        inbox = Inbox("abc")
        for _ in range(LIMIT // (1 << 20) + 1):
            inbox.feed(b"x" * (1 << 20))
        assert inbox.flooded


class TestScratchFolder:
    def test_it_is_measured(self, tmp_path: Path) -> None:
        folder = ScratchFolder(str(tmp_path / "folder"))
        assert folder.overfull(os.getpid()) is None
        for number in range(5):
            (Path(folder.work) / str(number)).write_bytes(b"x" * (60 << 20))
        assert folder.overfull(os.getpid()) == "needs more than 256 MB of disk: --confirm-disk 1024"
        folder.remove()
        assert not (tmp_path / "folder").exists()

    def test_a_long_output_is_shown_by_its_ends(self, tmp_path: Path) -> None:
        folder = ScratchFolder(str(tmp_path / "folder"))
        os.write(folder.output, b"first" + b"." * 100_000 + b"last")
        shown = folder.shown()
        assert shown.startswith("first")
        assert shown.endswith("last")
        assert "bytes left out" in shown
        assert len(shown) < 10_000
        folder.remove()

    def test_links_are_removed_and_not_followed(self, tmp_path: Path) -> None:
        (tmp_path / "outside").mkdir()
        (tmp_path / "outside" / "file").write_text("kept")
        inside = tmp_path / "inside"
        (inside / "deep" / "deeper").mkdir(parents=True)
        (inside / "link").symlink_to(tmp_path / "outside")
        (inside / "deep" / "link").symlink_to(tmp_path / "outside")
        (inside / "deep" / "deeper").chmod(0)
        remove_tree(str(inside))
        assert not inside.exists()
        assert (tmp_path / "outside" / "file").read_text() == "kept"

    def test_no_depth_is_too_deep(self, tmp_path: Path) -> None:
        before = os.getcwd()
        top = tmp_path / "top"
        top.mkdir()
        os.chdir(top)
        for _ in range(1200):
            os.mkdir("deeper")
            os.chdir("deeper")
        os.chdir(before)
        remove_tree(str(top))
        assert not top.exists()


def test_what_lies_in_the_folder_of_the_zygote_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """There a framework would keep what it compiles, and the program may not write."""
    from gradlint.confirm.runner.process.child import _forget

    monkeypatch.setenv("COMPILED_HERE", "/tmp/zygote/compiled")
    monkeypatch.setenv("COMPILED_THERE", "/tmp/zygote-2/compiled")
    _forget("/tmp/zygote")
    assert "COMPILED_HERE" not in os.environ and "COMPILED_THERE" in os.environ
    _forget("")
    assert "COMPILED_THERE" in os.environ
