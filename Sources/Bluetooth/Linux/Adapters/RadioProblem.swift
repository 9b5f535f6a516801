import Glibc
import Runtime
import Signals

/// What keeps the radio from working, with what mends it.
package enum RadioProblem {
    /// Why the management channel cannot be opened.
    static func noControl(_ number: Int32) -> Failure {
        switch number {
        case EAFNOSUPPORT, EPROTONOSUPPORT:
            Failure(
                .notFound,
                "This kernel has no Bluetooth (AF_BLUETOOTH). Load it with `sudo modprobe bluetooth btusb`; in a container, "
                    + "run Nightjar on the host.")
        case EPERM, EACCES:
            Failure(
                .notPermitted,
                "Bluetooth sockets are forbidden to this process. Allow AF_BLUETOOTH in the service's "
                    + "RestrictAddressFamilies or the container's seccomp profile.")
        default:
            Failure(SystemError(number, "socket"), "The kernel's Bluetooth management cannot be opened")
        }
    }

    /// No adapter is there.
    static let noAdapter = Failure(
        .notFound,
        "There is no Bluetooth adapter. Plug one in; `lsusb` and `dmesg | grep -i bluetooth` tell whether the kernel knows "
            + "it.")

    /// Why scans end with the management channel; the next one opens it anew.
    static let controlEnded = Failure(
        .failed, "The kernel closed the Bluetooth management channel. `dmesg | grep -i bluetooth` may tell why.")

    /// Why a device that is heard cannot be connected.
    static func heldElsewhere(_ address: BluetoothAddress) -> Failure {
        Failure(
            .failed,
            "The device \(address) is held by a phone or another program: it is heard, and takes no connection. Disconnect "
                + "it there, or switch that phone's Bluetooth off.")
    }

    /// What an adapter lacks that has only classic Bluetooth.
    static func noLowEnergy(_ name: String) -> String {
        "\(name) knows no Bluetooth Low Energy. Use an adapter of version 4.0 or later."
    }

    /// What bluetoothd, which decides about it, has not switched on of an adapter; nil when nothing is missing.
    static func besideDaemon(_ name: String, _ settings: ControllerSettings) -> String? {
        if !settings.contains(.powered) { return off(name) }
        guard !settings.contains(.lowEnergy) else { return nil }
        return
            "\(name) has Low Energy switched off by bluetoothd. Set ControllerMode=dual in /etc/bluetooth/main.conf, then "
            + "`sudo systemctl restart bluetooth`."
    }

    /// The message for an adapter that is off where bluetoothd manages it.
    package static func off(_ name: String) -> String {
        "\(name) is switched off, and bluetoothd manages it. Switch Bluetooth on in the desktop's settings, or with "
            + "`bluetoothctl power on`."
    }

    /// The message for an adapter that rfkill blocks: by a switch (`hard`) or by software.
    static func blocked(_ name: String, hard: Bool) -> String {
        hard
            ? "\(name) is switched off by a switch or key of this machine. Switch the radio on."
            : "\(name) is blocked by rfkill. `sudo rfkill unblock bluetooth` unblocks it."
    }

    /// The message for a missing capability.
    static func notPermitted(_ what: String) -> String {
        "\(what) needs CAP_NET_ADMIN. Run the systemd service, which has it, or "
            + "`sudo setcap cap_net_admin+ep \(program)`."
    }

    /// The path of this program.
    private static var program: String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        return count > 0
            ? String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : "nightjar"
    }
}
