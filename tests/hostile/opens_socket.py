# expect: error; earned 0; says "PermissionError"
# way: Connects to a port on this machine.
# section: network
# stopped by: seccomp
import socket

socket.create_connection(('127.0.0.1', 80))
