"""Names on the local network between machines: each a namespace of its own with real sockets, wired to real bridges."""

import time

import pytest
from machines import Network

# Asks as a plain resolver (RFC 6762 section 6.7) on every network of the machine, and prints the addresses.
ASK = """
import ipaddress, socket, struct, sys
name, number = sys.argv[1], int(sys.argv[2])
labels = b"".join(bytes([len(part)]) + part for part in name.encode().split(b".")) + b"\\0"
found = set()
for own in sys.argv[3:]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as wire:
        wire.settimeout(0.3)
        wire.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(own))
        wire.bind((own, 0))
        wire.sendto(struct.pack("!6H", number, 0, 1, 0, 0, 0) + labels + struct.pack("!2H", 1, 1), ("224.0.0.251", 5353))
        try:
            answer = wire.recv(2048)
        except TimeoutError:
            continue
        at = 12 + len(labels) + 4
        for _ in range(struct.unpack("!H", answer[6:8])[0]):
            kind, _, _, size = struct.unpack("!HHIH", answer[at + len(labels):at + len(labels) + 10])
            at += len(labels) + 10
            if kind == 1:
                found.add(socket.inet_ntoa(answer[at:at + size]))
            at += size
print(*sorted(found))
"""


@pytest.fixture
def network():
    try:
        network = Network()
    except OSError as error:
        pytest.skip(f"no namespaces on this machine: {error}")
    network.bridge("br0")
    yield network
    network.close()


class Box:
    """A gateway that other machines of a network reach."""

    def __init__(self, nightjar, machine, folder):
        self.nightjar, self.machine, self.folder = nightjar, machine, folder / machine.name
        self.log = folder / f"{machine.name}.log"
        machine.run(nightjar, "lan", "on", "--data", self.folder, "--email", "ada@example.org",
                    input="a-password-that-stands-nowhere\n")
        self.process = None

    def start(self):
        self.process = self.machine.start(
            self.nightjar, "serve", "--data", self.folder, "--listen", "127.0.0.1:0", "--no-bluetooth", "--no-usb",
            log=self.log)

    def stop(self):
        if self.process:
            self.process.terminate()
            self.process.wait(15)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def text(self):
        return self.log.read_text()


@pytest.fixture
def boxes(nightjar, network, tmp_path):
    made = []

    def make(machine):
        made.append(Box(nightjar, machine, tmp_path))
        return made[-1]

    yield make
    for box in made:
        if box.process and box.process.poll() is None:
            box.stop()


def addresses(machine, name, *own):
    return machine.run("python3", "-c", ASK, name, "4711", *own).stdout.split()


def until(condition, patience_s=15):
    deadline = time.monotonic() + patience_s
    while not (value := condition()):
        assert time.monotonic() < deadline, "it never came to that"
        time.sleep(0.05)
    return value


def test_two_machines_that_want_one_name(network, boxes):
    """The one that is there keeps it, the other one takes its own; whoever stops lets go of it at once."""
    phone, first, second = (network.add(name) for name in ["phone", "attic", "cellar"])
    for machine, last in [(phone, 1), (first, 2), (second, 3)]:
        network.wire(machine, "eth0", "br0", f"10.7.0.{last}/24")
    one, other = boxes(first), boxes(second)
    one.start()
    until(lambda: addresses(phone, "nightjar.local", "10.7.0.1") == ["10.7.0.2"])
    other.start()
    until(lambda: addresses(phone, "cellar.local", "10.7.0.1") == ["10.7.0.3"])
    assert "Another machine on the network is nightjar.local already; this one answers to cellar.local." in other.text()
    assert addresses(phone, "nightjar.local", "10.7.0.1") == ["10.7.0.2"]
    assert "Another machine" not in one.text()
    # A moved box (another DHCP lease) is found where it is now; back on the network it tries the first name anew.
    one.stop()
    second.run("ip", "address", "flush", "dev", "eth0", "scope", "global")
    second.run("ip", "address", "add", "10.7.0.9/24", "dev", "eth0")
    until(lambda: addresses(phone, "nightjar.local", "10.7.0.1") == ["10.7.0.9"])


def test_two_machines_that_ask_at_the_same_moment(network, boxes):
    phone, first, second = (network.add(name) for name in ["phone", "attic", "cellar"])
    for machine, last in [(phone, 1), (first, 2), (second, 3)]:
        network.wire(machine, "eth0", "br0", f"10.7.0.{last}/24")
    pair = [boxes(first), boxes(second)]
    for box in pair:
        box.start()
    # Whichever it is, one has the name, and the other one has its own and says so.
    until(lambda: sum("Another machine on the network is nightjar.local" in box.text() for box in pair) == 1)
    loser = next(box for box in pair if "Another machine" in box.text())
    own = {"attic": "10.7.0.2", "cellar": "10.7.0.3"}
    winner = next(box for box in pair if box is not loser)
    until(lambda: addresses(phone, f"{loser.machine.name}.local", "10.7.0.1") == [own[loser.machine.name]])
    until(lambda: addresses(phone, "nightjar.local", "10.7.0.1") == [own[winner.machine.name]])


def test_a_machine_that_is_twice_on_one_network_and_on_another(network, boxes):
    """By cable and by radio on the same network it hears its own claims, and wins; each network hears its address."""
    phone, attic = network.add("phone"), network.add("attic")
    network.bridge("br1")
    network.wire(phone, "eth0", "br0", "10.7.0.1/24")
    network.wire(phone, "eth1", "br1", "10.8.0.1/24")
    network.wire(attic, "eth0", "br0", "10.7.0.2/24")
    network.wire(attic, "wlan0", "br0", "10.7.0.3/24")
    box = boxes(attic)
    box.start()
    until(lambda: set(addresses(phone, "nightjar.local", "10.7.0.1")) & {"10.7.0.2", "10.7.0.3"})
    # A network that comes while it runs.
    network.wire(attic, "eth1", "br1", "10.8.0.2/24")
    until(lambda: addresses(phone, "nightjar.local", "10.8.0.1") == ["10.8.0.2"])
    assert "Another machine" not in box.text()


def test_a_machine_that_starts_before_its_network_is_there(network, boxes):
    phone, attic = network.add("phone"), network.add("attic")
    network.wire(phone, "eth0", "br0", "10.7.0.1/24")
    box = boxes(attic)
    box.start()
    until(lambda: "Dashboard:" in box.text())
    network.wire(attic, "eth0", "br0", "10.7.0.2/24")
    until(lambda: addresses(phone, "nightjar.local", "10.7.0.1") == ["10.7.0.2"])
