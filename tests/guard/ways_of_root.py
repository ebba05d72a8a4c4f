"""Ways that would harm the machine of whoever runs the tests: tried only where the kernel holds."""

import ctypes
import os

from victims import place

libc = ctypes.CDLL(None, use_errno=True)


def native_mount(x: int):
    """Makes everything writable again, then writes."""
    for each in ("/", os.path.realpath(place("native_mount", ""))):
        libc.mount(None, each.encode(), None, 32 | 4096, None)
    libc.umount2(os.path.dirname(os.path.realpath(place("native_mount", ""))).encode(), 2)
    libc.unlink(place("native_mount").encode())


def native_unmount(x: int):
    path = place("native_unmount")
    for end in range(1, len(path.split("/"))):
        libc.umount2("/".join(path.split("/")[: end + 1]).encode(), 2)
    libc.unlink(path.encode())


def native_clock(x: int):
    """Sets the clock to what it says, and leaves a mark where that was allowed."""
    time = (ctypes.c_long * 2)()
    libc.clock_gettime(0, time)
    if libc.clock_settime(0, time) == 0:
        os.unlink(place("native_clock"))


def native_host_name(x: int):
    name = os.uname().nodename.encode()
    if libc.sethostname(name, len(name)) == 0:
        libc.unlink(place("native_host_name").encode())


def kernel_setting(x: int):
    """Writes a setting of the kernel as it is."""
    with open("/proc/sys/vm/swappiness", "r+") as file:
        said = file.read()
        file.write(said)
        file.flush()
    libc.unlink(place("kernel_setting").encode())


def raw_device(x: int):
    """Opens a disk for writing."""
    for name in os.listdir("/sys/block"):
        with open(f"/sys/block/{name}/dev") as file:
            major, minor = map(int, file.read().split(":"))
        path = os.path.join(os.path.realpath(os.environ["TMPDIR"]), f"disk-{name}")
        for device in (f"/dev/{name}", path):
            try:
                if device == path:
                    os.mknod(path, 0o060600, os.makedev(major, minor))
                os.close(os.open(device, os.O_RDWR))
            except OSError:
                continue
            libc.unlink(place("raw_device").encode())
