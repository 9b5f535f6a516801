import Devices

/// Checks for USB recorders.
extension Diagnostics {
    func rules() -> Finding {
        guard let folder = installed("udev/rules.d/70-nightjar.rules") else {
            return .broken(
                "rules", "The udev rules are not installed, so only root can open a recorder.", remedy: Self.install)
        }
        return .fine("rules", "70-nightjar.rules is in \(folder)/udev/rules.d.")
    }

    func group() -> Finding {
        let line = machine.read("/etc/group")?.split(separator: "\n").first { $0.hasPrefix("nightjar:") }
        let fields = line?.split(separator: ":", omittingEmptySubsequences: false) ?? []
        guard fields.count >= 3, let number = UInt32(fields[2]) else {
            return .broken(
                "group", "There is no group nightjar, which the rules give the devices to.",
                remedy: installed("sysusers.d/nightjar.conf") == nil ? Self.install : "sudo systemd-sysusers")
        }
        if machine.isSuperuser || machine.groups.contains(number) {
            return .fine("group", "\(machine.user) may open what belongs to the group nightjar.")
        }
        if fields.count > 3, fields[3].split(separator: ",").contains(Substring(machine.user)) {
            return .broken(
                "group", "\(machine.user) was put into the group nightjar, but after logging in.",
                remedy: "newgrp nightjar")
        }
        return .broken(
            "group", "\(machine.user) is not in the group nightjar and cannot open a recorder from here.",
            remedy: "sudo usermod -aG nightjar \(machine.user) && newgrp nightjar")
    }

    func mounting() -> Finding {
        guard installed("systemd/system/nightjar-mount@.service") != nil else {
            return .notice(
                "mounting", "The unit that mounts a recorder's volume is not installed; desktops may do it instead.",
                remedy: Self.install)
        }
        return .fine("mounting", "A recorder's volume is mounted read only when it is plugged in.")
    }

    /// Whether an ANT+ stick that is plugged in has the key that it needs; nothing where there is none.
    func antStick() -> [Finding] {
        let folder = "/sys/bus/usb/devices"
        let isThere = machine.names(folder).contains { name in
            machine.word("\(folder)/\(name)/idVendor") == "0fcf"
                && ["1008", "1009"].contains(machine.word("\(folder)/\(name)/idProduct") ?? "")
        }
        guard isThere else { return [] }
        let key = AntKey(path: "\(machine.dataFolder)/ant-network-key")
        guard machine.read(key.path).flatMap(AntKey.parse) != nil else {
            return [.broken("ant", key.advice, remedy: "printf '%s\\n' SIXTEEN-DIGITS | sudo tee \(key.path)")]
        }
        return [.fine("ant", "An ANT+ stick is plugged in, and \(key.path) holds a network key.")]
    }

    /// Drivers that are neither in the kernel nor on disk to be loaded.
    func modules() -> [Finding] {
        let needed = [
            ("bluetooth", "Bluetooth"), ("cdc_acm", "the serial line of recorders"),
            ("usb_storage", "the volume of recorders"), ("vfat", "the volume of recorders"),
        ]
        let missing = needed.filter { !hasModule($0.0) }
        guard !missing.isEmpty else { return [.fine("modules", "The kernel has the drivers that are needed.")] }
        let version = machine.word("/proc/sys/kernel/osrelease") ?? ""
        return missing.map { module, purpose in
            .broken(
                "modules", "The kernel has no \(module), which \(purpose) needs.",
                remedy: version.contains("cloud")
                    ? "sudo apt-get install linux-image-amd64 && sudo reboot"
                    : "sudo apt-get install --reinstall linux-image-\(version) && sudo modprobe \(module)")
        }
    }

    /// Whether a kernel module is loaded, built in or installed.
    private func hasModule(_ name: String) -> Bool {
        if !machine.names("/sys/module/\(name)").isEmpty { return true }
        guard let version = machine.word("/proc/sys/kernel/osrelease") else { return false }
        let files = ["\(name).ko", "\(name.split(separator: "_").joined(separator: "-")).ko"].map { "/\($0)" }
        return ["modules.builtin", "modules.dep"].contains { list in
            guard let text = machine.read("/lib/modules/\(version)/\(list)") else { return false }
            return files.contains { text.contains($0) }
        }
    }
}
