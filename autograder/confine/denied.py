"""The system calls that student code must not make, and why.

Whatever is not named here is allowed, up to the newest call this list was made for (``NEWEST``):
what a later kernel adds does not exist for a worker. Names that a machine lacks are skipped.

Looked at and left alone: ``ftruncate``, ``fallocate``, ``write`` (need a descriptor open for
writing: the pipes and /dev/null), ``sendfile``, ``copy_file_range`` (the same), ``setrlimit`` (own
limits; raising needs a capability), ``setitimer``, ``alarm``, ``timer_create`` (own process),
``mbind``, ``set_mempolicy``, ``mseal``, ``membarrier`` (own memory), ``seccomp`` and ``landlock_*``
(can only take more away), ``wait4`` (no children), ``getpriority``, ``sched_getattr`` and other
questions (tell nothing worth hiding). ``socketcall`` and ``ipc`` exist for 32-bit callers only, and
those are killed.
"""

from __future__ import annotations

NEWEST = 462  # mseal, Linux 6.10; the numbers from 424 on are the same on every architecture

DENIED: dict[str, tuple[str, ...]] = {
    # clone makes threads only, see seccomp.py; exec would run whatever is installed (curl, sudo).
    "start another process": ("fork", "vfork", "execve", "execveat"),
    # The grader's socket is there already and needs none of these. sendmsg could hand over
    # descriptors, setsockopt attach a program; unix sockets reach docker and ssh-agent.
    "open a network or unix connection": (
        "socket", "socketpair", "connect", "bind", "listen", "accept", "accept4",
        "sendmsg", "sendmmsg", "recvmsg", "recvmmsg", "setsockopt",
    ),
    # Each takes the pid of any process of the same user; Landlock covers the first ones only.
    "read or change another process": (
        "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "process_mrelease",
        "pidfd_open", "pidfd_getfd", "kcmp", "get_robust_list", "migrate_pages", "move_pages",
    ),
    # What is cached outlives a worker: a bit a file, from one worker to the next, or between students.
    "leave or read traces in the page cache": ("fadvise64", "mincore", "preadv2", "pwritev2"),
    # kill and tgkill are left for the worker's own pid; tkill names a thread, which no filter can
    # place.
    "signal another process": (
        "tkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "pidfd_send_signal",
    ),
    # Also for the own process: a worker that ranks itself higher slows the others down.
    "change priorities": (
        "setpriority", "ioprio_set", "sched_setaffinity", "sched_setattr", "sched_setparam",
        "sched_setscheduler",
    ),
    # A new session or group would escape a kill of the group; identities are settled.
    "leave its session or user": (
        "setsid", "setpgid", "setuid", "setgid", "setreuid", "setregid", "setresuid", "setresgid",
        "setfsuid", "setfsgid", "setgroups", "capset",
    ),
    # System V ids are numbers open to the whole user (shmctl alone removes another program's
    # memory), and what is made stays behind. POSIX queues need a descriptor, so opening and
    # removing is enough.
    "share memory or queues": (
        "shmget", "shmat", "shmctl", "semget", "semop", "semtimedop", "semctl",
        "msgget", "msgsnd", "msgrcv", "msgctl", "mq_open", "mq_unlink",
    ),
    # Landlock stops these but for the old ABIs' truncate; without Landlock this is all there is.
    "make, move or remove files": (
        "creat", "mkdir", "mkdirat", "mknod", "mknodat", "rmdir", "unlink", "unlinkat", "rename",
        "renameat", "renameat2", "link", "linkat", "symlink", "symlinkat", "truncate",
    ),
    # No Landlock ABI covers these; the f-variants need only a descriptor open for reading.
    "change a file's mode, owner, times or attributes": (
        "chmod", "fchmod", "fchmodat", "fchmodat2", "chown", "fchown", "lchown", "fchownat",
        "setxattr", "lsetxattr", "fsetxattr", "removexattr", "lremovexattr", "fremovexattr",
        "utime", "utimes", "utimensat", "futimesat",
    ),
    # A lock on a readable file halts whoever else wants it; handles go round paths; cachestat and
    # the watchers tell what other programs read.
    "lock, watch or reach files past their path": (
        "flock", "open_by_handle_at", "name_to_handle_at", "inotify_init", "inotify_init1",
        "fanotify_init", "cachestat",
    ),
    # A memfd's pages are in no mapping, so RLIMIT_AS does not see them; locked pages cannot be
    # swapped; pages gifted to a pipe count for nobody (and splice has a history: Dirty Pipe).
    "hold memory past its limit": (
        "memfd_create", "memfd_secret", "mlock", "mlock2", "mlockall", "splice", "tee", "vmsplice",
    ),
    # sync makes the whole machine wait for its disks; io_setup takes from a pool that all share.
    "stall the machine": ("sync", "syncfs", "io_setup"),
    # Where kernel bugs have been found, and nothing a worker needs. io_uring also does most of
    # the calls above without making them.
    "reach the kernel's wide interfaces": (
        "io_uring_setup", "io_uring_enter", "io_uring_register", "userfaultfd", "bpf",
        "perf_event_open", "add_key", "request_key", "keyctl", "personality", "modify_ldt", "iopl",
        "ioperm", "uselib", "remap_file_pages", "lsm_set_self_attr", "lookup_dcookie",
    ),
    # A new user namespace makes anyone root over the rest of this list.
    "enter namespaces or change mounts": (
        "unshare", "setns", "chroot", "pivot_root", "mount", "umount2", "mount_setattr",
        "open_tree", "move_mount", "fsopen", "fsconfig", "fsmount", "fspick", "statmount",
        "listmount",
    ),
    # Root's calls. A worker that is still called root has lost the capability; a second lock.
    "administer the machine": (
        "init_module", "finit_module", "delete_module", "kexec_load", "kexec_file_load", "reboot",
        "swapon", "swapoff", "acct", "quotactl", "quotactl_fd", "settimeofday", "clock_settime",
        "clock_adjtime", "adjtimex", "sethostname", "setdomainname", "syslog", "vhangup",
    ),
}  # fmt: skip

ABSENT = ("clone3", "openat2")
"""Their flags lie in memory, out of a filter's sight; ENOSYS makes callers use clone and openat."""
