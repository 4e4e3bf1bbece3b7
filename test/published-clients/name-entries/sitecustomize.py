"""Imported by Python at its start: the host is a port of this machine. The client's files stay as they are."""
import os
import socket

_lookup = socket.getaddrinfo


def _entry(host, port, *more, **named):
    if host == os.environ["ENTRY_HOST"]:
        host, port = "127.0.0.1", int(os.environ["ENTRY_PORT"])
    return _lookup(host, port, *more, **named)


socket.getaddrinfo = _entry
