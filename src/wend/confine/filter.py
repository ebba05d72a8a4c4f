"""A filter of system calls (seccomp), for what neither namespaces nor Landlock hold.

Landlock lets through changes of a file's mode, owner, times and extended attributes, UDP, and
connections to sockets that are files. A filter sees the numbers of system calls and their plain
arguments, never a path, so each is refused whole: EPERM.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Iterator

from wend.confine.native import SET_NO_NEW_PRIVILEGES, Native, address_of
from wend.confine.opened import Opened

_SET_SECCOMP, _BY_FILTER = 22, 2

_ARCHITECTURES = {"x86_64": 0xC000_003E, "aarch64": 0xC000_00B7}
_FOREIGN_NUMBERS = 0x4000_0000
"""On x86_64, numbers from here on are those of another set of system calls (x32)."""

_ALWAYS = """
    add_key 248 217, request_key 249 218, keyctl 250 219, bpf 321 280, perf_event_open 298 241,
    userfaultfd 323 282, io_uring_setup 425 425, reboot 169 142, kexec_load 246 104,
    kexec_file_load 320 294, init_module 175 105, finit_module 313 273, delete_module 176 106,
    swapon 167 224, swapoff 168 225, settimeofday 164 170, clock_settime 227 112,
    clock_adjtime 305 266, sethostname 170 161, setdomainname 171 162, acct 163 89,
    quotactl 179 60, quotactl_fd 443 443, iopl 172 -, ioperm 173 -, vhangup 153 58,
    open_by_handle_at 304 265
"""
"""Calls that change the machine or get round a filter, with their numbers on x86_64 and aarch64."""

_FILES = """
    chmod 90 -, fchmod 91 52, fchmodat 268 53, fchmodat2 452 452, chown 92 -, lchown 94 -,
    fchown 93 55, fchownat 260 54, utime 132 -, utimes 235 -, utimensat 280 88, futimesat 261 -,
    setxattr 188 5, lsetxattr 189 6, fsetxattr 190 7, setxattrat 463 463, removexattr 197 14,
    lremovexattr 198 15, fremovexattr 199 16, removexattrat 466 466, file_setattr 469 469,
    flock 73 32
"""
"""Calls that change files of which the process has only a path, or which it opened for reading."""

_OTHERS = """
    mount 165 40, umount2 166 39, pivot_root 155 41, unshare 272 97, setns 308 268,
    shmget 29 194, shmat 30 196, shmctl 31 195, semget 64 190, semop 65 193, semctl 66 191,
    semtimedop 220 192, msgget 68 186, msgsnd 69 189, msgrcv 70 188, msgctl 71 187,
    mq_open 240 180, mq_unlink 241 181, process_madvise 440 440, pidfd_getfd 438 438
"""
"""Calls that reach what namespaces of its own would keep apart."""

_NETWORK = "connect 42 203, bind 49 200, listen 50 201"

# Numbers on x86_64 and aarch64 of calls whose arguments decide.
_IOCTL = ("16", "29")
_SOCKET, _SOCKETPAIR = ("41", "198"), ("53", "199")
_SENDTO, _SENDMSG = ("44", "206"), ("46", "211")
_ABOUT_PROCESS = (
    (("203", "122"), {0: 0}),  # sched_setaffinity
    (("144", "119"), {0: 0}),  # sched_setscheduler
    (("142", "118"), {0: 0}),  # sched_setparam
    (("314", "274"), {0: 0}),  # sched_setattr
    (("302", "261"), {0: 0}),  # prlimit64
    (("256", "238"), {0: 0}),  # migrate_pages
    (("279", "239"), {0: 0}),  # move_pages
    (("141", "140"), {0: 0, 1: 0}),  # setpriority
    (("251", "30"), {0: 1, 1: 0}),  # ioprio_set
)
"""Calls about a process, with the arguments by which the process is the caller itself."""

_TERMINAL_REQUESTS = (0x5412, 0x541C)
"""TIOCSTI and TIOCLINUX, which type into a terminal."""
_FILE_REQUESTS = (0x4008_6602, 0x401C_5820)
"""FS_IOC_SETFLAGS and FS_IOC_FSSETXATTR, which need no right to write."""
_FAST_OPEN = 0x2000_0000
_AF_UNIX, _AF_INET, _AF_INET6, _STREAM, _KIND = 1, 2, 10, 1, 0xF

# Instructions: load a word, compare, return.
_LOAD, _EQUALS, _AT_LEAST, _HAS_BITS, _AND, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06
_ALLOW, _REFUSE = 0x7FFF_0000, 0x0005_0001

_Instruction = tuple[int, int, int, int]
"""Code, instructions to skip if true, and if false, operand."""


def install(native: Native, opened: Opened, *, alone: bool) -> None:
    """Filters the system calls of this process and its children.

    `alone`: there are no namespaces, so that the filter has to refuse more.
    """
    program = [*_program(native.machine, opened, alone)]
    code = array("B", b"".join(struct.pack("HBBI", *each[:3], each[3]) for each in program))
    native.prctl(SET_NO_NEW_PRIVILEGES, 1)
    described = array("B", struct.pack("H6xQ", len(program), address_of(code)))
    native.prctl(_SET_SECCOMP, _BY_FILTER, address_of(described))


def _program(machine: str, opened: Opened, alone: bool) -> Iterator[_Instruction]:
    if machine not in _ARCHITECTURES:
        raise OSError(f"no system calls are known for {machine}")
    column = list(_ARCHITECTURES).index(machine)
    yield _LOAD, 0, 0, 4  # the architecture that the call is made for
    yield _EQUALS, 1, 0, _ARCHITECTURES[machine]
    yield _RETURN, 0, 0, _REFUSE
    yield _LOAD, 0, 0, 0  # the number of the call
    if machine == "x86_64":
        yield _AT_LEAST, 0, 1, _FOREIGN_NUMBERS
        yield _RETURN, 0, 0, _REFUSE
    for number in _refused(column, opened, alone):
        yield _EQUALS, 0, 1, number
        yield _RETURN, 0, 0, _REFUSE
    for numbers, conditions in _conditions(opened, alone):
        yield _EQUALS, 0, len(conditions), int(numbers[column])
        yield from conditions
    yield _RETURN, 0, 0, _ALLOW


def _refused(column: int, opened: Opened, alone: bool) -> Iterator[int]:
    """The numbers of the calls that are refused whatever their arguments are."""
    tables = [_ALWAYS]
    if not opened.network:
        tables.append(_NETWORK if alone else "connect 42 203")
    if alone:
        tables.append(_OTHERS)
        if not opened.files:
            tables.append(_FILES)
    for table in tables:
        for row in table.split(","):
            number = row.split()[1 + column]
            if number != "-":
                yield int(number)


def _conditions(
    opened: Opened, alone: bool
) -> Iterator[tuple[tuple[str, str], list[_Instruction]]]:
    """Calls, with the instructions that look at their arguments and decide."""
    requests = _TERMINAL_REQUESTS + (() if opened.files else _FILE_REQUESTS)
    yield _IOCTL, _decided_by(1, [(_EQUALS, each) for each in requests])
    if alone:
        for numbers, own in _ABOUT_PROCESS:
            looks = [[*_load(at), (_EQUALS, 1, 0, value), *_refuse()] for at, value in own.items()]
            yield numbers, [*(step for look in looks for step in look), *_allow()]
    if opened.network:
        return
    # An address that is given in the call itself.
    yield _SENDTO, [*_load(4), (_EQUALS, 1, 0, 0), *_refuse(), *_allow()]
    if alone:
        yield _SENDMSG, _decided_by(2, [(_HAS_BITS, _FAST_OPEN)])
        streams = [(_AND, 0, 0, _KIND), (_EQUALS, 1, 0, _STREAM), *_refuse(), *_allow()]
        yield _SOCKETPAIR, [*_load(1), *streams]
        families = [(_EQUALS, 2, 0, _AF_INET), (_EQUALS, 1, 0, _AF_INET6), *_refuse()]
        yield _SOCKET, [*_load(0), *families, *_load(1), *streams]


def _decided_by(argument: int, refused: list[tuple[int, int]]) -> list[_Instruction]:
    """Refuses a call where a comparison with the argument holds."""
    last = len(refused)
    compared = [(code, last - at, 0, value) for at, (code, value) in enumerate(refused)]
    return [*_load(argument), *compared, *_allow(), *_refuse()]


def _load(argument: int) -> list[_Instruction]:
    """Loads the lower half of an argument: numbers of processes, kinds and requests are ints."""
    return [(_LOAD, 0, 0, 16 + 8 * argument)]


def _refuse() -> list[_Instruction]:
    return [(_RETURN, 0, 0, _REFUSE)]


def _allow() -> list[_Instruction]:
    return [(_RETURN, 0, 0, _ALLOW)]
