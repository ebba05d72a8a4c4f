"""Ways to harm what is outside of a run. `test_attack.py` tries them, each as a target of wend.

Each function does harm whatever its argument is: to the files in its own directory, to its own
process, or by sending its name to somebody who listens.
"""
# ruff: noqa: SIM115

import ctypes
import os
import socket
import struct
import subprocess
import tempfile
import threading

from victims import ABSTRACT, DATAGRAM, STREAM, internet, number, place, temporary

libc = ctypes.CDLL(None, use_errno=True)


# Files, by Python


def open_for_writing(x: int):
    open(place("open_for_writing"), "w").write("harm")


def open_to_append(x: int):
    with open(place("open_to_append"), "a") as file:
        file.write("harm")


def create(x: int):
    open(place("create", "new"), "x").close()


def low_level_open(x: int):
    os.write(os.open(place("low_level_open"), os.O_WRONLY), b"harm")


def open_in_directory(x: int):
    directory = os.open(place("open_in_directory", ""), os.O_RDONLY)
    os.chdir(tempfile.gettempdir())
    os.write(os.open("kept", os.O_WRONLY | os.O_TRUNC, dir_fd=directory), b"harm")


def replace_from_temporary(x: int):
    os.replace(temporary("new"), place("replace_from_temporary"))


def rename_from_temporary(x: int):
    os.rename(temporary("new"), place("rename_from_temporary"))


def rename_away(x: int):
    os.rename(place("rename_away"), place("rename_away", "away"))


def rename_in_directories(x: int):
    directory = os.open(place("rename_in_directories", ""), os.O_RDONLY)
    os.chdir(tempfile.gettempdir())
    os.rename("kept", "away", src_dir_fd=directory, dst_dir_fd=directory)


def remove(x: int):
    os.remove(place("remove"))


def remove_in_directory(x: int):
    directory = os.open(place("remove_in_directory", ""), os.O_RDONLY)
    os.chdir(tempfile.gettempdir())
    os.unlink("kept", dir_fd=directory)


def make_directory(x: int):
    os.mkdir(place("make_directory", "new"))


def make_directory_in_directory(x: int):
    directory = os.open(place("make_directory_in_directory", ""), os.O_RDONLY)
    os.chdir(tempfile.gettempdir())
    os.mkdir("new", dir_fd=directory)


def remove_directory(x: int):
    os.rmdir(place("remove_directory", "sub"))


def symbolic_link(x: int):
    os.symlink("/etc/passwd", place("symbolic_link", "new"))


def hard_link(x: int):
    os.link(temporary("new"), place("hard_link", "new"))


def write_by_hard_link(x: int):
    link = temporary("new") + "er"
    os.link(place("write_by_hard_link"), link)
    open(link, "w").write("harm")


def write_by_symbolic_link(x: int):
    link = temporary("new") + "er"
    os.symlink(place("write_by_symbolic_link"), link)
    open(link, "w").write("harm")


def named_pipe(x: int):
    os.mkfifo(place("named_pipe", "new"))


def make_node(x: int):
    os.mknod(place("make_node", "new"))


def truncate(x: int):
    os.truncate(place("truncate"), 0)


def change_mode(x: int):
    os.chmod(place("change_mode"), 0o777)


def change_mode_of_descriptor(x: int):
    os.fchmod(os.open(place("change_mode_of_descriptor"), os.O_RDONLY), 0o777)


def change_owner(x: int):
    os.chown(place("change_owner"), -1, 12)


def change_owner_of_descriptor(x: int):
    os.fchown(os.open(place("change_owner_of_descriptor"), os.O_RDONLY), -1, 12)


def change_times(x: int):
    os.utime(place("change_times"), (1, 1))


def change_times_of_descriptor(x: int):
    os.utime(os.open(place("change_times_of_descriptor"), os.O_RDONLY), (1, 1))


def set_attribute(x: int):
    os.setxattr(place("set_attribute"), "user.harm", b"1")


def set_attribute_of_descriptor(x: int):
    os.setxattr(os.open(place("set_attribute_of_descriptor"), os.O_RDONLY), "user.harm", b"1")


def remove_attribute(x: int):
    os.removexattr(place("remove_attribute"), "user.kept")


def set_flags(x: int):
    import fcntl

    descriptor = os.open(place("set_flags"), os.O_RDONLY)
    fcntl.ioctl(descriptor, 0x40086602, struct.pack("l", 0x40))  # FS_IOC_SETFLAGS: no dump


def remove_tree(x: int):
    import shutil

    shutil.rmtree(place("remove_tree", ""))


def copy_over(x: int):
    import shutil

    shutil.copyfile(temporary("new"), place("copy_over"))


def move_over(x: int):
    import shutil

    shutil.move(temporary("new"), place("move_over"))


def make_archive(x: int):
    import shutil

    shutil.make_archive(place("make_archive", "new"), "zip", place("make_archive", "sub"))


def write_by_path_object(x: int):
    import pathlib

    pathlib.Path(place("write_by_path_object")).write_text("harm")


def temporary_file_there(x: int):
    tempfile.mkstemp(dir=place("temporary_file_there", ""))


def database(x: int):
    import sqlite3

    with sqlite3.connect(place("database", "new")) as connection:
        connection.execute("CREATE TABLE harm (x)")


def attach_database(x: int):
    import sqlite3

    connection = sqlite3.connect(temporary("base") + "2")
    connection.execute(f"ATTACH '{place('attach_database', 'new')}' AS other")
    connection.execute("CREATE TABLE other.harm (x)")
    connection.commit()


def key_value_store(x: int):
    import dbm

    dbm.open(place("key_value_store", "new"), "c").close()


def gnu_or_berkeley_store(x: int):
    try:
        import _gdbm as store
    except ImportError:
        import _dbm as store
    store.open(place("gnu_or_berkeley_store", "new"), "c").close()


def history_file(x: int):
    import readline

    readline.add_history("harm")
    readline.write_history_file(place("history_file", "new"))


def log_file(x: int):
    import logging

    logging.FileHandler(place("log_file", "new")).emit(logging.makeLogRecord({"msg": "harm"}))


def extract_archive(x: int):
    import io
    import zipfile

    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("new", "harm")
    with zipfile.ZipFile(packed) as archive:
        archive.extractall(place("extract_archive", ""))


def memory_map(x: int):
    import mmap

    with open(place("memory_map"), "r+b") as file, mmap.mmap(file.fileno(), 0) as mapped:
        mapped[:4] = b"harm"


def traceback_file(x: int):
    import faulthandler

    with open(place("traceback_file"), "a") as file:
        faulthandler.dump_traceback(file)


def compiled_file(x: int):
    import py_compile

    py_compile.compile(__file__, cfile=place("compiled_file", "new"))


def profile_file(x: int):
    import cProfile

    cProfile.Profile().dump_stats(place("profile_file", "new"))


def tree_of_elements(x: int):
    import xml.etree.ElementTree as xml

    xml.ElementTree(xml.Element("harm")).write(place("tree_of_elements", "new"))


# Files, by way of /proc


def by_own_root(x: int):
    open("/proc/self/root" + place("by_own_root"), "w").write("harm")


def by_root_of_first_process(x: int):
    open("/proc/1/root" + place("by_root_of_first_process"), "w").write("harm")


def by_root_of_others(x: int):
    for name in filter(str.isdecimal, os.listdir("/proc")):
        try:
            open(f"/proc/{name}/root{place('by_root_of_others')}", "w").write("harm")
        except OSError:
            continue


def by_directory_of_others(x: int):
    for name in filter(str.isdecimal, os.listdir("/proc")):
        try:
            os.chdir(f"/proc/{name}/root")
            libc.unlink(place("by_directory_of_others").lstrip("/").encode())
        except OSError:
            continue


def by_inherited_descriptor(x: int):
    for descriptor in range(3, 40):
        try:
            if os.readlink(f"/proc/self/fd/{descriptor}").endswith("inherited"):
                os.write(descriptor, b"by_inherited_descriptor")
        except OSError:
            continue


# Files, by native code


def native_unlink(x: int):
    libc.unlink(place("native_unlink").encode())


def native_open(x: int):
    descriptor = libc.open(place("native_open").encode(), os.O_WRONLY | os.O_TRUNC)
    libc.write(descriptor, b"harm", 4)


def native_stream(x: int):
    libc.fopen.restype = ctypes.c_void_p
    stream = ctypes.c_void_p(libc.fopen(place("native_stream").encode(), b"w"))
    libc.fputs(b"harm", stream)
    libc.fclose(stream)


def native_rename(x: int):
    libc.rename(place("native_rename").encode(), place("native_rename", "away").encode())


def native_chmod(x: int):
    libc.chmod(place("native_chmod").encode(), 0o777)


def native_mknod(x: int):
    libc.mknod(place("native_mknod", "new").encode(), 0o010600, 0)


def native_command(x: int):
    libc.system(f"echo harm > {place('native_command')}".encode())


def native_pipe_to_command(x: int):
    libc.popen.restype = ctypes.c_void_p
    stream = libc.popen(f"echo harm > {place('native_pipe_to_command')}".encode(), b"w")
    libc.pclose(ctypes.c_void_p(stream))


def native_fork(x: int):
    child = libc.fork()
    if child == 0:
        libc.unlink(place("native_fork").encode())
        libc._exit(0)
    libc.waitpid(child, None, 0)


def native_new_users(x: int):
    if libc.unshare(0x10020000) == 0:
        libc.mount(None, b"/", None, 32 | 4096, None)
    libc.unlink(place("native_new_users").encode())


def native_namespace_of_others(x: int):
    for name in filter(str.isdecimal, os.listdir("/proc")):
        try:
            other = os.open(f"/proc/{name}/ns/mnt", os.O_RDONLY)
        except OSError:
            continue
        libc.setns(other, 0)
    libc.unlink(place("native_namespace_of_others").encode())


def native_root(x: int):
    """Leaves a root directory, as code with the right to set one can."""
    here = os.open("/", os.O_RDONLY)
    libc.chroot(tempfile.mkdtemp().encode())
    libc.fchdir(here)
    for _ in range(20):
        libc.chdir(b"..")
    libc.unlink(place("native_root").lstrip("/").encode())


def native_handle(x: int):
    """Opens a file by its handle, which knows no mounts."""
    handle = ctypes.create_string_buffer(struct.pack("Ii", 128, 0) + bytes(128))
    mount = ctypes.c_int()
    libc.name_to_handle_at(-100, place("native_handle").encode(), handle, ctypes.byref(mount), 0)
    directory = os.open(place("native_handle", ""), os.O_RDONLY)
    descriptor = libc.open_by_handle_at(directory, handle, os.O_WRONLY)
    libc.write(descriptor, b"harm", 4)


# Processes


def run_command(x: int):
    subprocess.run(["touch", place("run_command", "new")], check=True)


def shell(x: int):
    os.system(f"touch {place('shell', 'new')}")


def open_pipe(x: int):
    os.popen(f"touch {place('open_pipe', 'new')}").read()


def spawn(x: int):
    path = place("spawn", "new")
    os.waitpid(os.posix_spawn("/usr/bin/touch", ["touch", path], os.environ), 0)


def execute(x: int):
    os.execv("/usr/bin/touch", ["touch", place("execute", "new")])


def fork(x: int):
    child = os.fork()
    if child == 0:
        libc.unlink(place("fork").encode())
        os._exit(0)
    os.waitpid(child, 0)


def fork_and_execute(x: int):
    import _posixsubprocess

    touch = [b"/usr/bin/touch", place("fork_and_execute", "new").encode()]
    read, write = os.pipe()
    count = _posixsubprocess.fork_exec.__text_signature__ or ""
    rest = (None,) * 3 + (-1, None) + ((True,) if "allow_vfork" in count else ())
    for last in (rest, (*rest, True), (*rest, False)):
        try:
            child = _posixsubprocess.fork_exec(
                touch, touch[:1], True, (write,), None, None,
                -1, -1, -1, -1, -1, -1, read, write, False, False, -1, *last,
            )  # fmt: skip
        except TypeError:
            continue
        os.waitpid(child, 0)
        return


def multiprocess(x: int):
    import multiprocessing

    context = multiprocessing.get_context("fork")
    process = context.Process(target=os.unlink, args=(place("multiprocess"),))
    process.start()
    process.join(3)


def multiprocess_spawn(x: int):
    import multiprocessing

    context = multiprocessing.get_context("spawn")
    process = context.Process(target=os.unlink, args=(place("multiprocess_spawn"),))
    process.start()
    process.join(3)


def pool_of_processes(x: int):
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(1) as pool:
        pool.submit(os.unlink, place("pool_of_processes")).result(3)


def asynchronous_command(x: int):
    import asyncio

    async def run():
        process = await asyncio.create_subprocess_exec(
            "touch", place("asynchronous_command", "new")
        )
        await process.wait()

    asyncio.run(run())


def terminal(x: int):
    import pty

    child, _ = pty.fork()
    if child == 0:
        os.execv("/usr/bin/touch", ["touch", place("terminal", "new")])
    os.waitpid(child, 0)


def kill(x: int):
    os.kill(number("kill"), 9)


def kill_group(x: int):
    os.killpg(number("kill_group"), 9)


def kill_everybody(x: int):
    """All but the victims of other ways; never with the right to harm the machine's own."""
    libc.kill(number("kill_everybody"), 9)
    libc.kill(-number("kill_everybody"), 9)


def kill_by_descriptor(x: int):
    import signal

    signal.pidfd_send_signal(os.pidfd_open(number("kill_by_descriptor")), 9)


def kill_thread(x: int):
    libc.syscall(200, number("kill_thread"), 9)  # tkill


def queue_signal(x: int):
    libc.sigqueue(number("queue_signal"), 9, 0)


def lower_priority(x: int):
    os.setpriority(os.PRIO_PROCESS, number("lower_priority"), 19)


def bind_to_processor(x: int):
    os.sched_setaffinity(number("bind_to_processor"), {0})


def set_scheduler(x: int):
    os.sched_setscheduler(number("set_scheduler"), os.SCHED_IDLE, os.sched_param(0))


def limit_resources(x: int):
    import resource

    resource.prlimit(number("limit_resources"), resource.RLIMIT_NOFILE, (9, 9))


def trace(x: int):
    libc.ptrace(16, number("trace"), 0, 0)  # PTRACE_ATTACH stops it


def write_into_memory(x: int):
    victim = number("write_into_memory")
    for line in open(f"/proc/{victim}/maps"):
        if "rw-p" in line and "[heap]" in line:
            with open(f"/proc/{victim}/mem", "r+b", buffering=0) as memory:
                start, end = (int(each, 16) for each in line.split()[0].split("-"))
                memory.seek(start)
                memory.write(bytes(end - start))


def write_into_memory_natively(x: int):
    victim = number("write_into_memory_natively")
    for line in open(f"/proc/{victim}/maps"):
        if "rw-p" in line and "[heap]" in line:
            start, end = (int(each, 16) for each in line.split()[0].split("-"))
            zeros = ctypes.create_string_buffer(end - start)
            local = (ctypes.c_size_t * 2)(ctypes.addressof(zeros), end - start)
            remote = (ctypes.c_size_t * 2)(start, end - start)
            libc.process_vm_writev(victim, local, 1, remote, 1, 0)


def adjust_for_memory_killer(x: int):
    with open(f"/proc/{number('adjust_for_memory_killer')}/oom_score_adj", "w") as file:
        file.write("999")


# The network, and others who listen


def connect(x: int):
    with socket.create_connection(("127.0.0.1", number("tcp"))) as connection:
        connection.send(b"connect")


def connect_natively(x: int):
    address = internet(number("tcp"))
    descriptor = libc.socket(2, 1, 0)
    libc.connect(descriptor, address, 16)
    libc.write(descriptor, b"connect_natively", 16)


def open_fast(x: int):
    connection = socket.socket()
    connection.sendto(b"open_fast", 0x20000000, ("127.0.0.1", number("tcp")))  # MSG_FASTOPEN


def send_datagram(x: int):
    socket.socket(type=socket.SOCK_DGRAM).sendto(b"send_datagram", ("127.0.0.1", number("udp")))


def send_message(x: int):
    sender = socket.socket(type=socket.SOCK_DGRAM)
    sender.sendmsg([b"send_message"], [], 0, ("127.0.0.1", number("udp")))


def send_datagram_natively(x: int):
    address = internet(number("udp"))
    descriptor = libc.socket(2, 2, 0)
    libc.sendto(descriptor, b"send_datagram_natively", 22, 0, address, 16)


def connect_to_file(x: int):
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(STREAM)
    connection.send(b"connect_to_file")


def connect_to_file_natively(x: int):
    descriptor = libc.socket(1, 1, 0)
    libc.connect(descriptor, struct.pack("=H108s", 1, STREAM.encode()), 110)
    libc.write(descriptor, b"connect_to_file_natively", 24)


def connect_to_name(x: int):
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(ABSTRACT)
    connection.send(b"connect_to_name")


def connect_to_name_natively(x: int):
    descriptor = libc.socket(1, 1, 0)
    address = struct.pack("=H", 1) + ABSTRACT
    libc.connect(descriptor, address, len(address))
    libc.write(descriptor, b"connect_to_name_natively", 24)


def datagram_to_file(x: int):
    socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).sendto(b"datagram_to_file", DATAGRAM)


def datagram_of_pair(x: int):
    one, _ = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    address = ctypes.create_string_buffer(struct.pack("=H108s", 1, DATAGRAM.encode()))
    text = ctypes.create_string_buffer(b"datagram_of_pair")
    parts = (ctypes.c_size_t * 2)(ctypes.addressof(text), 16)
    message = struct.pack(
        "QI4xQQQQi4x", ctypes.addressof(address), 110, ctypes.addressof(parts), 1, 0, 0, 0
    )
    libc.sendmsg(one.fileno(), message, 0)


def fetch_page(x: int):
    import urllib.request

    urllib.request.urlopen(f"http://127.0.0.1:{number('tcp')}/fetch_page", timeout=1)


def request_page(x: int):
    import http.client

    connection = http.client.HTTPConnection("127.0.0.1", number("tcp"), timeout=1)
    connection.request("GET", "/request_page")


def asynchronous_connection(x: int):
    import asyncio

    async def connect():
        _, writer = await asyncio.open_connection("127.0.0.1", number("tcp"))
        writer.write(b"asynchronous_connection")
        await writer.drain()

    asyncio.run(connect())


def write_to_pipe(x: int):
    with open(place("write_to_pipe", "pipe"), "w") as pipe:
        pipe.write("harm")


def write_to_pipe_natively(x: int):
    path = place("write_to_pipe_natively", "pipe")
    descriptor = libc.open(path.encode(), os.O_WRONLY | os.O_NONBLOCK)
    libc.write(descriptor, b"harm", 4)


def send_to_queue(x: int):
    message = struct.pack("l16s", 1, b"send_to_queue")
    libc.msgsnd(number("queue"), message, 16, 0o4000)


def write_shared_memory(x: int):
    from multiprocessing import shared_memory

    memory = shared_memory.SharedMemory("wend-victim-" + str(number("tcp")))
    memory.buf[:4] = b"harm"


# Later, or elsewhere than in the call


def in_thread(x: int):
    thread = threading.Thread(target=libc.unlink, args=(place("in_thread").encode(),))
    thread.start()
    thread.join()


def in_thread_afterwards(x: int):
    threading.Timer(0.01, os.unlink, (place("in_thread_afterwards"),)).start()


def at_exit(x: int):
    import atexit

    atexit.register(os.unlink, place("at_exit"))


def by_signal(x: int):
    import signal

    signal.signal(signal.SIGALRM, lambda *_: os.unlink(place("by_signal")))
    signal.setitimer(signal.ITIMER_REAL, 0.001)


class Harmful:
    """Does harm when it is looked at."""

    def __init__(self, way: str) -> None:
        self.way = way


class Shown(Harmful):
    def __repr__(self) -> str:
        os.unlink(place(self.way))
        return "Shown"


class Compared(Harmful):
    def __eq__(self, other: object) -> bool:
        os.unlink(place(self.way))
        return True

    __hash__ = None


class Hashed(Harmful):
    def __hash__(self) -> int:
        os.unlink(place(self.way))
        return 1


class Copied(Harmful):
    def __reduce_ex__(self, protocol: int) -> object:
        os.unlink(place(self.way))
        return str, ("",)


class Measured(Harmful, list):
    def __len__(self) -> int:
        os.unlink(place(self.way))
        return 0

    def __iter__(self) -> object:
        os.unlink(place(self.way))
        return iter(())


class Deleted(Harmful):
    def __del__(self) -> None:
        os.unlink(place(self.way))


class Told(Exception):
    def __str__(self) -> str:
        os.unlink(place(self.args[0]))
        return "told"


class Named(type):
    @property
    def __module__(cls) -> str:
        os.unlink(place("name_of_class"))
        return "named"


def shown(x: int):
    return Shown("shown")


def compared(x: int):
    return [Compared("compared")]


def hashed(x: int):
    return [Hashed("hashed")]


def copied(x: int):
    return Copied("copied")


def measured(x: int):
    return Measured("measured")


def deleted(x: int):
    return [Deleted("deleted")]


def told(x: int):
    raise Told("told")


def name_of_class(x: int):
    return Named("Odd", (), {})()


def told_by_standard_error(x: int):
    raise ValueError(Shown("told_by_standard_error"))


def yielded(x: int):
    try:
        yield 1
        yield 2
    finally:
        os.unlink(place("yielded"))


def awaited(x: int):
    class Late:
        def __await__(self):
            os.unlink(place("awaited"))
            yield

    async def wait():
        await Late()

    return wait()
