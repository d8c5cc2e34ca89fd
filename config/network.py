"""The network addresses of this computer, which `bin/run` prints and Django accepts as host names."""

import fcntl
import socket
import struct

SIOCGIFADDR = 0x8915
ALL_INTERFACES = ("0.0.0.0", "::", "")
LOOPBACK = ("localhost", "127.0.0.1", "::1")


def lan_addresses() -> list[str]:
    """The IPv4 addresses of this computer in all its networks, starting with the one of the default route."""
    addresses = dict.fromkeys([_default_route_address(), *map(_interface_address, _interfaces())])
    return [address for address in addresses if address and not address.startswith("127.")]


def _interfaces() -> list[str]:
    # Phones can't reach the virtual networks of containers and virtual machines.
    virtual = ("lo", "docker", "br-", "veth", "virbr", "lxc", "podman")
    return [name for _, name in socket.if_nameindex() if not name.startswith(virtual)]


def _default_route_address() -> str | None:
    """The source address of a packet to the internet. Connecting a datagram socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def _interface_address(interface: str) -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            answer = fcntl.ioctl(probe.fileno(), SIOCGIFADDR, struct.pack("256s", interface.encode()[:15]))
        except OSError:
            return None
    return socket.inet_ntoa(answer[20:24])


def reachable_hosts(bind: str) -> list[str]:
    """The addresses at which other devices in the building reach the server."""
    if bind in ALL_INTERFACES:
        return lan_addresses()
    return [] if bind in LOOPBACK else [bind]


def allowed_hosts(bind: str) -> list[str]:
    """Every host name and address under which browsers on this network may reach the server."""
    name = socket.gethostname()
    known = ["localhost", "127.0.0.1", "[::1]", name, f"{name.partition('.')[0]}.local", socket.getfqdn()]
    return list(dict.fromkeys([*known, *(bracket_ipv6(host) for host in reachable_hosts(bind))]))


def bracket_ipv6(host: str) -> str:
    """The host as it appears in a URL, with brackets around an IPv6 address."""
    return f"[{host}]" if ":" in host else host


def http_url(host: str, port: int) -> str:
    return f"http://{bracket_ipv6(host)}" + ("" if port == 80 else f":{port}")
