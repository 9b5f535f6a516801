import API
import Devices
import Documents
import Gateway
import Runtime
import Signals

/// `nightjar serve`.
enum ServeCommand: Command {
    static let name = "serve"
    static let summary = "Run the gateway and its dashboard until it is stopped"
    static let options =
        [
            Option("--data", "DIR", "where everything is kept (default: ~/.local/share/nightjar)"),
            Option(
                "--ephemeral", nil, "keep everything in memory and nothing on a disk; it is gone when the gateway stops"
            ),
            Option(
                "--memory-limit", "MB", "with --ephemeral: the most that is held (default: a quarter of the memory)"),
            Option("--listen", "HOST:PORT", "where the dashboard and the API answer (default: 127.0.0.1:8001)"),
            Option("--zone", "AREA/CITY", "the zone in which nights are cut (default: that of this machine)"),
            Option("--demo", nil, "a live synthetic wearer and a scored demo night, in a folder apart"),
            Option("--simulate", nil, "the live synthetic wearer alone, in a folder apart"),
            Option("--replay", "PATH", "replay a recording as if it were live"),
            Option("--speed", "N", "the speed of the replay, as a factor (default: 1)"),
            Option(
                "--password", "on|off", "ask for a password on this machine (default: once there is an account)"),
            Option(
                "--user", "NAME", "treat this account of the machine as the owner; may be given several times",
                repeats: true),
            Option("--backup", "FOLDER", "make a backup of everything in FOLDER once a day, also now if one is due"),
            Option("--backup-hours", "N", "with --backup: hours from one backup to the next (default: 24)"),
            Option("--backup-keep", "N", "with --backup: how many of the newest stay (default: 7)"),
            Option("--alert-webhook", "FILE", "send alerts to the address in FILE too (default: DIR/alert-webhook)"),
            Option("--log-level", "LEVEL", "what is logged: error, warning, info or debug (default: info)"),
            Option("--json", nil, "print the addresses as one line of JSON on standard output"),
        ] + Finders.options
    static let examples = [
        "nightjar serve --demo", "nightjar serve --data /var/lib/nightjar --listen 127.0.0.1:9000",
        "nightjar serve --replay rr.txt --speed 60", "nightjar serve --ephemeral --simulate",
    ]
    static let discussion = """
        Wearables that come near or are plugged in appear on the dashboard; none is used before somebody says so there or
        with `nightjar devices adopt`. Nothing leaves this machine: the gateway listens on a loopback address and on the
        socket gateway.sock in DIR. Other machines reach it after `nightjar lan on`, over TLS and with a password.
        On a loopback address it knows which account of this machine asks: yours and the superuser's are let in, and those
        that --user or NIGHTJAR_USERS names; others have to sign in as from another machine. Who forwards a port or runs a
        proxy for others does it as an account of its own.
        The log goes to standard error: sentences on a terminal, JSON lines elsewhere, with the priorities that the system's
        journal reads. With debug it has each request with its trace, route, status and time, and never a value.
        Control-C stops it; nothing that is older than a second is lost, however it is stopped.
        What --demo and --simulate make up is kept in ~/.local/share/nightjar-demo, or in a DIR that holds nothing else;
        it never comes among your own data. `nightjar demo remove` throws it away.
        With --ephemeral nothing of the run is written to any disk: database, files on their way in or out, keys and
        sockets are in a folder in memory (/dev/shm or XDG_RUNTIME_DIR), which is removed with the process, also after
        `kill -9`. Commands reach the gateway with the --data that it prints. At the limit it refuses what comes as it
        does when a disk is full. The system may swap memory to a disk; `swapoff -a`, or swap that is encrypted, keeps
        that away. Settings, keys and device profiles of other folders of --data are not read; other machines are not
        answered.
        """

    static func run(_ arguments: Arguments) async throws {
        try await Serving(arguments).run()
    }
}
