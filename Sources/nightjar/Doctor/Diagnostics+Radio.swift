/// Checks for Bluetooth wearables.
extension Diagnostics {
    func radio() -> Finding {
        guard machine.opensBluetooth else {
            return .broken(
                "radio", "This process may not open Bluetooth sockets; the kernel has none, or a container forbids it.",
                remedy: "sudo modprobe bluetooth")
        }
        // Links are listed here too, as hci0:64.
        let adapters = machine.names("/sys/class/bluetooth").filter { $0.hasPrefix("hci") && !$0.contains(":") }
        guard adapters.isEmpty else {
            return .fine("radio", "Bluetooth adapters: \(adapters.joined(separator: ", ")).")
        }
        // Class e0, subclass 01, protocol 01: a Bluetooth controller (USB class codes).
        let stray = machine.names("/sys/bus/usb/devices").first { name in
            machine.word("/sys/bus/usb/devices/\(name)/bInterfaceClass") == "e0"
                && machine.word("/sys/bus/usb/devices/\(name)/bInterfaceSubClass") == "01"
        }
        guard let stray else {
            return .notice(
                "radio", "There is no Bluetooth adapter; plug one in to reach straps and watches.", remedy: nil)
        }
        return .broken(
            "radio", "A Bluetooth adapter is plugged in (\(stray)) and its driver or firmware is not there.",
            remedy: "sudo apt-get install firmware-linux && sudo modprobe -r btusb && sudo modprobe btusb")
    }

    func rfkill() -> Finding {
        let switches = machine.names("/sys/class/rfkill").map { "/sys/class/rfkill/\($0)" }
            .filter { machine.word("\($0)/type") == "bluetooth" }
        if switches.contains(where: { machine.word("\($0)/hard") == "1" }) {
            return .broken(
                "rfkill", "Bluetooth is switched off by a switch or key of this machine; use it, then look again.",
                remedy: "rfkill list bluetooth")
        }
        if switches.contains(where: { machine.word("\($0)/soft") == "1" }) {
            return .broken("rfkill", "Bluetooth is switched off by software.", remedy: "sudo rfkill unblock bluetooth")
        }
        return .fine("rfkill", "No radio is switched off.")
    }

    func capabilities() -> Finding {
        let line = machine.read("/proc/self/status")?.split(separator: "\n").first { $0.hasPrefix("CapEff:") }
        let effective = line.flatMap { UInt64($0.dropFirst(7).drop(while: \.isWhitespace), radix: 16) } ?? 0
        // CAP_NET_ADMIN is bit 12 (capabilities(7)).
        if effective & 1 << 12 != 0 {
            return .fine("capabilities", "Scanning, pairing and powering adapters are allowed.")
        }
        if installed("systemd/system/nightjar.service") != nil {
            return .fine("capabilities", "The service may scan and pair; what is started from this shell may not.")
        }
        return .broken(
            "capabilities", "Scanning, pairing and powering adapters need CAP_NET_ADMIN, which is not given here.",
            remedy: "sudo setcap cap_net_admin+ep \"$(command -v nightjar)\"")
    }

    /// Debian's and the stable series' 6.1.81 to 6.1.94 refuse the connection parameters that straps ask for.
    func kernel() -> Finding {
        let release = machine.word("/proc/version") ?? ""
        let words = release.split(whereSeparator: { !$0.isNumber && $0 != "." })
        let isAffected = words.contains { word in
            let numbers = word.split(separator: ".").compactMap { Int($0) }
            return numbers.count == 3 && numbers[0] == 6 && numbers[1] == 1 && (81..<95).contains(numbers[2])
        }
        guard isAffected else { return .fine("kernel", "No known fault of this kernel drops straps.") }
        return .broken(
            "kernel", "This kernel refuses slow connections, so straps drop after a minute or two; 6.1.95 mends it.",
            remedy: "sudo apt-get update && sudo apt-get full-upgrade && sudo reboot")
    }
}
