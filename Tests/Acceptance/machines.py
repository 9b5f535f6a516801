"""Machines of a small network on this one: namespaces with a name, networks and addresses of their own, on bridges."""

import subprocess


class Network:
    """Bridges in a namespace of their own, and machines that are wired to them."""

    def __init__(self):
        self.machines = []
        self.switch = self.add("switch")

    def add(self, name):
        machine = Machine(name, self.machines[0] if self.machines else None)
        self.machines.append(machine)
        machine.run("ip", "link", "set", "lo", "up")
        return machine

    def bridge(self, name):
        self.switch.run("ip", "link", "add", name, "type", "bridge", "mcast_snooping", "0")
        self.switch.run("ip", "link", "set", name, "up")

    def wire(self, machine, interface, bridge, address):
        """Plugs a machine into a bridge, with an address such as 10.0.0.1/24."""
        end = f"{machine.name}-{interface}"
        self.switch.run("ip", "link", "add", end, "type", "veth", "peer", "name", interface, "netns",
                        str(machine.holder.pid))
        self.switch.run("ip", "link", "set", end, "master", bridge, "up")
        machine.run("ip", "address", "add", address, "dev", interface)
        machine.run("ip", "link", "set", interface, "up")

    def close(self):
        for machine in reversed(self.machines):
            machine.holder.kill()
            machine.holder.wait()


class Machine:
    """A namespace that lasts as long as its holder; the first one's user may do all in the others."""

    def __init__(self, name, first):
        self.name = name
        self.first = first
        words = ["unshare", "--net", "--uts"] if first else ["unshare", "--user", "--map-root-user", "--net", "--uts"]
        script = f"hostname {name} && echo ready && exec sleep 300"
        self.holder = subprocess.Popen(
            [*(first.inside() if first else []), *words, "sh", "-c", script], stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)
        if self.holder.stdout.readline() != "ready\n":
            raise OSError(self.holder.communicate()[1].strip())

    def inside(self):
        """The words before a command that runs on this machine."""
        owner = (self.first or self).holder.pid
        return ["nsenter", f"--user=/proc/{owner}/ns/user", f"--net=/proc/{self.holder.pid}/ns/net",
                f"--uts=/proc/{self.holder.pid}/ns/uts", "--preserve-credentials"]

    def run(self, *words, check=True, timeout=60, **options):
        return subprocess.run([*self.inside(), *map(str, words)], capture_output=True, text=True, check=check,
                              timeout=timeout, **options)

    def start(self, *words, log):
        with open(log, "ab") as out:
            return subprocess.Popen([*self.inside(), *map(str, words)], stdout=out, stderr=out)
