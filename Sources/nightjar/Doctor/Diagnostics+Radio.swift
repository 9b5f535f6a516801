import SystemBus

/// Checks of Bluetooth adapters.
extension Diagnostics {
    func radio() -> Finding {
        guard machine.opensBluetooth else {
            return .broken(
                "radio", "This process may not open Bluetooth sockets; the kernel has none, or a container forbids it.",
                remedy: "sudo modprobe bluetooth")
        }
        // Links are listed here too, as hci0:64.
        let adapters = machine.names("/sys/class/bluetooth").filter { $0.hasPrefix("hci") && !$0.contains(":") }
        if let finding = adapters.lazy.compactMap(fault).first { return finding }
        guard adapters.isEmpty else {
            return .fine("radio", "Bluetooth adapters: \(adapters.joined(separator: ", ")).")
        }
        return strayUSB() ?? straySerial()
            ?? .notice("radio", "There is no Bluetooth adapter; plug one in to reach straps and watches.", remedy: nil)
    }

    /// What keeps an adapter that the kernel shows from being used; nil when nothing does, or nobody can tell.
    private func fault(_ name: String) -> Finding? {
        guard let controllers = machine.controllers, let index = UInt16(name.dropFirst(3)) else { return nil }
        let device = machine.read("/sys/class/bluetooth/\(name)/device/uevent") ?? ""
        let isSerial = !device.contains("DRIVER=btusb") && !device.contains("PRODUCT=")
        let chip = isSerial ? BluetoothChip(describedAs: device) : usbChip(device)
        let place = isSerial ? "on a serial line" : "on USB"
        if controllers.unconfigured.contains(index) {
            return .broken(
                "radio",
                "\(name) (\(chip.rawValue), \(place)) has no address yet, so the kernel does not let it be used.",
                remedy: distribution.family == .raspberryPi
                    ? "\(distribution.install(["pi-bluetooth"])) && sudo systemctl restart bthelper@\(name)"
                    : "sudo btmgmt --index \(index) public-addr AA:BB:CC:DD:EE:FF, with the address printed on it")
        }
        if let problem = controllers.problems[index] {
            return .broken("radio", problem, remedy: "nightjar bluetooth adapters")
        }
        guard !controllers.managed.contains(index) else { return nil }
        return .broken(
            "radio", "\(name) (\(chip.rawValue), \(place)) did not start: its firmware is missing, most often.",
            remedy: "\(distribution.firmware(of: chip)) && sudo reboot")
    }

    /// A controller on USB that no driver has made an adapter of.
    private func strayUSB() -> Finding? {
        let folder = "/sys/bus/usb/devices"
        // Class e0, subclass 01, protocol 01: a Bluetooth controller (USB class codes).
        let stray = machine.names(folder).first { name in
            machine.word("\(folder)/\(name)/bInterfaceClass") == "e0"
                && machine.word("\(folder)/\(name)/bInterfaceSubClass") == "01"
        }
        guard let stray else { return nil }
        let chip = usbChip(inFolder: "\(folder)/\(stray.prefix { $0 != ":" })")
        guard !machine.names("/sys/module/btusb").isEmpty else {
            return .broken(
                "radio", "A Bluetooth adapter is plugged in (\(stray), \(chip.rawValue)) and its driver is not loaded.",
                remedy: "sudo modprobe btusb")
        }
        return .broken(
            "radio",
            "A Bluetooth adapter is plugged in (\(stray), \(chip.rawValue)) and its driver or firmware is not there.",
            remedy: "\(distribution.firmware(of: chip)) && sudo modprobe -r btusb && sudo modprobe btusb")
    }

    /// A controller on a serial line that no driver has made an adapter of, or that was switched off where the machine starts.
    private func straySerial() -> Finding? {
        for file in ["/boot/firmware/config.txt", "/boot/config.txt"] {
            let lines = machine.read(file)?.split(separator: "\n") ?? []
            guard lines.contains(where: { $0.hasPrefix("dtoverlay=") && $0.contains("disable-bt") }) else { continue }
            return .broken(
                "radio", "The built-in Bluetooth is switched off by disable-bt in \(file).",
                remedy: "sudo sed -i '/^dtoverlay=.*disable-bt/d' \(file) && sudo reboot")
        }
        let folder = "/sys/bus/serial/devices"
        for name in machine.names(folder) {
            guard let text = machine.read("\(folder)/\(name)/uevent"),
                text.contains("bluetooth") || text.contains("-bt")
            else { continue }
            let chip = BluetoothChip(describedAs: text)
            guard !machine.names("/sys/module/hci_uart").isEmpty else {
                return .broken(
                    "radio",
                    "A Bluetooth controller sits on a serial line (\(name), \(chip.rawValue)) without its driver.",
                    remedy: "sudo modprobe hci_uart")
            }
            return .broken(
                "radio",
                "The Bluetooth controller on a serial line (\(name), \(chip.rawValue)) did not start: its firmware is "
                    + "missing, most often.", remedy: "\(distribution.firmware(of: chip)) && sudo reboot")
        }
        return nil
    }

    private func usbChip(inFolder folder: String) -> BluetoothChip {
        BluetoothChip(
            vendor: machine.word("\(folder)/idVendor") ?? "", product: machine.word("\(folder)/idProduct") ?? "",
            texts: [machine.word("\(folder)/manufacturer"), machine.word("\(folder)/product")])
    }

    /// By `PRODUCT=bda/8771/200` of a USB interface.
    private func usbChip(_ uevent: String) -> BluetoothChip {
        let line = uevent.split(separator: "\n").first { $0.hasPrefix("PRODUCT=") } ?? ""
        let numbers = line.dropFirst(8).split(separator: "/").map {
            String(repeating: "0", count: max(0, 4 - $0.count)) + $0
        }
        guard numbers.count >= 2 else { return .other }
        let folder = machine.names("/sys/bus/usb/devices").first { name in
            machine.word("/sys/bus/usb/devices/\(name)/idVendor") == numbers[0]
                && machine.word("/sys/bus/usb/devices/\(name)/idProduct") == numbers[1]
        }
        guard let folder else { return BluetoothChip(vendor: numbers[0], product: numbers[1], texts: []) }
        return usbChip(inFolder: "/sys/bus/usb/devices/\(folder)")
    }

    /// bluetoothd: what it decides here, and whether it lets this program pair.
    func daemon() -> Finding {
        switch machine.daemon {
        case .unknown: return .fine("bluetoothd", "There is no system bus, so no bluetoothd either.")
        case .gone:
            return .fine("bluetoothd", "bluetoothd does not run; Nightjar manages the adapters and their keys itself.")
        case .there: break
        }
        let settings = machine.read("/etc/bluetooth/main.conf") ?? ""
        func value(_ key: String) -> String? {
            settings.split(separator: "\n").last { $0.filter { $0 != " " }.hasPrefix("\(key)=") }
                .flatMap { $0.split(separator: "=").last }.map { String($0.filter { $0 != " " }).lowercased() }
        }
        if let refusal = machine.daemonRefusal {
            return .broken(
                "bluetoothd", "bluetoothd does not let this account pair (\(refusal)).", remedy: Self.install)
        }
        if value("ControllerMode") == "bredr" {
            return .broken(
                "bluetoothd", "bluetoothd has Low Energy switched off: ControllerMode in /etc/bluetooth/main.conf.",
                remedy: "sudo sed -i 's/^ControllerMode.*/ControllerMode = dual/' /etc/bluetooth/main.conf && "
                    + "sudo systemctl restart bluetooth")
        }
        if value("AutoEnable") == "false" {
            return .notice(
                "bluetoothd", "bluetoothd leaves adapters off after a start: AutoEnable in /etc/bluetooth/main.conf.",
                remedy: "sudo sed -i 's/^AutoEnable.*/AutoEnable = true/' /etc/bluetooth/main.conf && "
                    + "sudo systemctl restart bluetooth")
        }
        return .fine(
            "bluetoothd",
            "bluetoothd manages the adapters and keeps their keys; Nightjar pairs through it, with an agent of its "
                + "own, and never switches them.")
    }
}
