"""Where this computer can be reached: the addresses that are printed at the start and that Django may answer to."""

import fcntl
import socket
import struct

SIOCGIFADDR = 0x8915
EVERYWHERE = ("0.0.0.0", "::", "")
ONLY_HERE = ("localhost", "127.0.0.1", "::1")


def lan_addresses() -> list[str]:
    """The IPv4 address of every network this computer is in, the one with the way out first."""
    found = dict.fromkeys([_address_towards_elsewhere(), *map(_address_of, _interfaces())])
    return [address for address in found if address and not address.startswith("127.")]


def _interfaces() -> list[str]:
    # Networks of containers and virtual machines are inside this computer: no phone reaches them.
    inside = ("lo", "docker", "br-", "veth", "virbr", "lxc", "podman")
    return [name for _, name in socket.if_nameindex() if not name.startswith(inside)]


def _address_towards_elsewhere() -> str | None:
    """The address that a packet to the rest of the world would carry; connecting a datagram socket sends none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def _address_of(interface: str) -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            answer = fcntl.ioctl(probe.fileno(), SIOCGIFADDR, struct.pack("256s", interface.encode()[:15]))
        except OSError:
            return None
    return socket.inet_ntoa(answer[20:24])


def reachable_hosts(bind: str) -> list[str]:
    """The addresses for people elsewhere in the building."""
    if bind in EVERYWHERE:
        return lan_addresses()
    return [] if bind in ONLY_HERE else [bind]


def allowed_hosts(bind: str) -> list[str]:
    """Every name by which a browser on this network may ask for us."""
    name = socket.gethostname()
    known = ["localhost", "127.0.0.1", "[::1]", name, f"{name.partition('.')[0]}.local", socket.getfqdn()]
    return list(dict.fromkeys([*known, *(in_url(host) for host in reachable_hosts(bind))]))


def in_url(host: str) -> str:
    """An IPv6 address stands in brackets."""
    return f"[{host}]" if ":" in host else host


def url(host: str, port: int) -> str:
    return f"http://{in_url(host)}" + ("" if port == 80 else f":{port}")
