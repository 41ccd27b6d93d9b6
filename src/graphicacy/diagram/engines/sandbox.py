"""Start processes of ours, and shut one in: no network, no new programs, no files but the named ones, capped resources.

Limits of resources work on every POSIX system. On Linux a system call filter (seccomp) and Landlock are added where the
kernel has them. All of it is irrevocable, and holds for native code too.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import platform
import resource
import struct
import sys
from collections.abc import Iterable

__all__ = ["command", "confine", "limit"]

_PR_SET_NO_NEW_PRIVS = 38
_PR_SET_SECCOMP = 22
_SECCOMP_MODE_FILTER = 2
_UNIX = 1  # AF_UNIX

# System calls by machine: (AUDIT_ARCH, calls that reach outside, calls that start or end programs).
_CALLS: dict[str, tuple[int, tuple[int, ...], tuple[int, ...]]] = {
    # socket, socketpair, ptrace, process_vm_writev, io_uring_setup, bpf, mount, unshare, setns;
    # execve, execveat, kill, pidfd_send_signal
    "x86_64": (0xC000003E, (41, 53, 101, 311, 425, 321, 165, 272, 308), (59, 322, 62, 424)),
    "aarch64": (0xC00000B7, (198, 199, 117, 271, 425, 280, 40, 97, 268), (221, 281, 129, 424)),
}
_LANDLOCK_CREATE, _LANDLOCK_ADD, _LANDLOCK_RESTRICT = 444, 445, 446
_ALL_FILE_RIGHTS = (1 << 13) - 1  # Landlock ABI 1
_READ = 1 << 2 | 1 << 3  # read file, read directory
_EXECUTE = 1 << 0


def command(module: str, function: str, *arguments: object) -> list[str]:
    """The command of a new Python that has no settings of the user, and calls a function with plain arguments."""
    own = [path for path in sys.path if path]
    call = f"import sys; sys.path[:] = {own!r}; from {module} import {function}; {function}(*{arguments!r})"
    return [sys.executable, "-I", "-c", call]


def limit(memory: int | None, file_size: int, open_files: int = 64) -> None:
    """Cap address space and size of written files in bytes, and open files; forbid core dumps."""
    wanted = {resource.RLIMIT_CORE: 0, resource.RLIMIT_FSIZE: file_size, resource.RLIMIT_NOFILE: open_files}
    if memory is not None and sys.platform.startswith("linux"):
        wanted[resource.RLIMIT_AS] = memory
    for kind, value in wanted.items():
        hard = resource.getrlimit(kind)[1]
        value = value if hard == resource.RLIM_INFINITY else min(value, hard)
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(kind, (value, value))


def confine(
    readable: Iterable[str], writable: Iterable[str] = (), programs: bool = False, local_sockets: bool = False
) -> None:
    """Forbid the network, files outside ``readable`` and ``writable`` and, unless ``programs``, starting programs.

    With ``local_sockets`` the process and its children may speak to each other over sockets of the machine (browsers
    must), but still to nothing outside. Does what the system offers and stays silent about what it does not.
    """
    if not sys.platform.startswith("linux"):
        return
    with contextlib.suppress(OSError, AttributeError):
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0:
            _restrict_files(libc, list(readable), list(writable), programs)
            _filter_calls(libc, programs, local_sockets)


def _restrict_files(libc: ctypes.CDLL, readable: list[str], writable: list[str], programs: bool) -> None:
    """Landlock (kernel documentation, *userspace-api/landlock*), ABI 1."""
    handled = struct.pack("=Q", _ALL_FILE_RIGHTS)
    rules = libc.syscall(_LANDLOCK_CREATE, handled, ctypes.c_size_t(len(handled)), 0)
    if rules < 0:
        return
    read = _READ | (_EXECUTE if programs else 0)
    for paths, rights in ((readable, read), (writable, _ALL_FILE_RIGHTS)):
        for path in paths:
            _allow(libc, rules, path, rights)
    libc.syscall(_LANDLOCK_RESTRICT, rules, 0)
    os.close(rules)


def _allow(libc: ctypes.CDLL, rules: int, path: str, rights: int) -> None:
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    if not os.path.isdir(path):
        rights &= _EXECUTE | 1 << 1 | 1 << 2  # only these make sense for a file: execute, write, read
    rule = struct.pack("=Qi", rights, place)
    libc.syscall(_LANDLOCK_ADD, rules, 1, rule, 0)
    os.close(place)


def _filter_calls(libc: ctypes.CDLL, programs: bool, local_sockets: bool) -> None:
    """A seccomp filter that answers the forbidden calls with EACCES."""
    machine = _CALLS.get(platform.machine())
    if machine is None:
        return
    arch, outside, starting = machine
    socket, pair = outside[:2]
    forbidden = outside + (() if programs else starting)
    load, jump_equal, jump_greater, give = 0x20, 0x15, 0x35, 0x06
    allow, deny = 0x7FFF0000, 0x00050000 | 13
    gate: list[tuple[int, int, int, int]] = []
    if local_sockets:
        forbidden = tuple(call for call in forbidden if call not in (socket, pair))
        # A new socket is looked at by its family, the first argument: from there to ``allow`` or ``deny``.
        gate = [(jump_equal, 0, 2, socket), (load, 0, 0, 16), (jump_equal, len(forbidden), len(forbidden) + 1, _UNIX)]
    last = len(forbidden)
    program = [
        (load, 0, 0, 4),  # the architecture of the call
        (jump_equal, 1, 0, arch),
        (give, 0, 0, deny),
        (load, 0, 0, 0),  # the number of the call
        (jump_greater, len(gate) + last + 1, 0, 0x40000000),  # the x32 numbers
        *gate,
    ]
    program += [(jump_equal, last - index, 0, call) for index, call in enumerate(forbidden)]
    program += [(give, 0, 0, allow), (give, 0, 0, deny)]
    code = b"".join(struct.pack("=HBBI", *step) for step in program)
    buffer = ctypes.create_string_buffer(code)
    header = struct.pack("=HxxxxxxQ", len(program), ctypes.addressof(buffer))
    libc.prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, ctypes.c_char_p(header), 0, 0)
