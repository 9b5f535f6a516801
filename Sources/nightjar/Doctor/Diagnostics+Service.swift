/// Checks of what the service may do, which is not what this shell may.
extension Diagnostics {
    func capabilities() -> Finding {
        let unit = "systemd/system/nightjar.service"
        // CAP_NET_ADMIN is bit 12 (capabilities(7)).
        func mayManage(_ status: String) -> Bool {
            let line = machine.read(status)?.split(separator: "\n").first { $0.hasPrefix("CapEff:") }
            return (line.flatMap { UInt64($0.dropFirst(7).drop(while: \.isWhitespace), radix: 16) } ?? 0) & 1 << 12 != 0
        }
        let processes = machine.read("/sys/fs/cgroup/system.slice/nightjar.service/cgroup.procs")
        if let process = processes?.split(separator: "\n").first, machine.read("/proc/\(process)/status") != nil {
            guard !mayManage("/proc/\(process)/status") else {
                return .fine("capabilities", "The service runs with what scanning, pairing and powering adapters need.")
            }
            return .broken(
                "capabilities",
                "The service runs without CAP_NET_ADMIN, which scanning, pairing and powering adapters need.",
                remedy: "sudo systemctl revert nightjar && sudo systemctl restart nightjar")
        }
        if let folder = installed(unit) {
            if let (setting, file) = takenAway(by: "\(folder)/\(unit)") {
                return .broken(
                    "capabilities", "The service would run without \(setting): \(file) takes it away.",
                    remedy: "sudo systemctl revert nightjar && sudo systemctl restart nightjar")
            }
            let shell =
                mayManage("/proc/self/status") ? "" : "; what is started from this shell may not"
            return .fine("capabilities", "The service may scan, pair and power adapters\(shell).")
        }
        guard !mayManage("/proc/self/status") else {
            return .fine("capabilities", "Scanning, pairing and powering adapters are allowed.")
        }
        return .broken(
            "capabilities", "Scanning, pairing and powering adapters need CAP_NET_ADMIN, which is not given here.",
            remedy: "sudo setcap cap_net_admin+ep \"$(command -v nightjar)\"")
    }

    /// What the unit with its drop-ins does not give, and the file that says so last; nil when it gives all.
    private func takenAway(by unit: String) -> (setting: String, file: String)? {
        let dropIns = ["/usr/lib", "/run", "/etc"].flatMap { root -> [String] in
            let folder = "\(root)/systemd/system/nightjar.service.d"
            return machine.names(folder).filter { $0.hasSuffix(".conf") }.map { "\(folder)/\($0)" }
        }
        for (key, wanted) in [("AmbientCapabilities", "CAP_NET_ADMIN"), ("RestrictAddressFamilies", "AF_BLUETOOTH")] {
            // An empty value takes back what was said before; nothing said restricts no family and gives no capability.
            var given: [Substring] = []
            var last = unit
            var isSaid = false
            for file in [unit] + dropIns {
                for line in machine.read(file)?.split(separator: "\n") ?? [] where line.hasPrefix("\(key)=") {
                    let words = line.dropFirst(key.count + 1).split(separator: " ")
                    given = words.isEmpty ? [] : given + words
                    (last, isSaid) = (file, true)
                }
            }
            guard isSaid, !given.contains(Substring(wanted)) else { continue }
            return (wanted, last)
        }
        return nil
    }

    /// A Braille display's program that takes serial converters for displays (its udev rules go by the converter's numbers).
    func brltty() -> [Finding] {
        let rules = ["/etc", "/run", "/usr/lib", "/lib"].flatMap { root in
            machine.names("\(root)/udev/rules.d").filter { $0.contains("brltty") }.compactMap {
                machine.read("\(root)/udev/rules.d/\($0)")?.lowercased()
            }
        }
        guard !rules.isEmpty else { return [] }
        let folder = "/sys/bus/usb/devices"
        let taken = machine.names(folder).first { name in
            guard let vendor = machine.word("\(folder)/\(name)/idVendor"),
                let product = machine.word("\(folder)/\(name)/idProduct")
            else { return false }
            // As in ENV{PRODUCT}=="1a86/7523/*": without zeros in front.
            let numbers = [vendor, product].map { String($0.drop { $0 == "0" }) }.joined(separator: "/")
            return rules.contains { $0.contains("\"\(numbers)/") }
        }
        guard let taken else { return [] }
        let name = machine.word("\(folder)/\(taken)/product") ?? taken
        return [
            .broken(
                "brltty", "brltty takes the serial converter \(name) for a Braille display, so its line vanishes.",
                remedy: distribution.remove("brltty"))
        ]
    }
}
