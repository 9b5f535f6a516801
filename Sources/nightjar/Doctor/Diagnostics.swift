import Accounts
import Bluetooth
import Devices
import Runtime
import Signals
import Store

/// All checks of `nightjar doctor`, as functions of a machine.
struct Diagnostics: Sendable {
    let machine: Machine
    /// What the machine runs, whose commands remedies name.
    let distribution: Distribution

    init(machine: Machine) {
        self.machine = machine
        distribution = Distribution(
            machine.read("/etc/os-release") ?? machine.read("/usr/lib/os-release"),
            isRaspberryPi: machine.read("/etc/rpi-issue") != nil)
    }

    /// Where udev, systemd and their kin look for files, the administrator's first.
    private static let settingFolders = ["/etc", "/run", "/usr/local/lib", "/usr/lib", "/lib"]

    /// The findings in the order in which a person would mend them.
    func findings() -> [Finding] {
        [rules(), group(), mounting()] + antStick() + brltty() + modules() + [
            radio(), rfkill(), daemon(), capabilities(), kernel(),
        ] + sleep() + [clock(), disk(), store(), network()]
    }

    /// Where a file of udev, systemd or sysusers is installed; nil when it is not.
    func installed(_ path: String) -> String? {
        machine.folder(holding: path, among: Self.settingFolders)
    }

    /// The command that installs rules, units and the account.
    static let install = "sudo make install && sudo udevadm control --reload && sudo udevadm trigger"
}

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
        let remedy = "sudo usermod -aG nightjar \(machine.user) && newgrp nightjar"
        guard installed("systemd/system/nightjar.service") == nil else {
            return .notice(
                "group",
                "The service may open recorders; \(machine.user), who is not in the group nightjar, may not from here.",
                remedy: remedy)
        }
        return .broken(
            "group", "\(machine.user) is not in the group nightjar and cannot open a recorder from here.",
            remedy: remedy)
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
        if machine.read("/lib/modules/\(version)/modules.dep") == nil, !machine.names("/lib/modules").isEmpty {
            return [
                .broken(
                    "modules", "The modules of the running kernel \(version) are gone: it was replaced by an update.",
                    remedy: "sudo reboot")
            ]
        }
        return missing.map { module, purpose in
            .broken(
                "modules", "The kernel has no \(module), which \(purpose) needs.",
                remedy: distribution.restore(
                    module: module, release: version, machine: machine.word("/proc/sys/kernel/arch") ?? ""))
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

/// Checks for the storage of nights.
extension Diagnostics {
    func clock() -> Finding {
        switch machine.clockIsSteered {
        case true?: .fine("clock", "This machine's clock is steered by a time server.")
        case nil: .notice("clock", "Whether the clock is right is not known here.", remedy: "timedatectl")
        case false?:
            .broken(
                "clock", "No time server steers this machine's clock; nights would be stamped with its errors.",
                remedy: "sudo timedatectl set-ntp true")
        }
    }

    /// Examines the whole store, also while another process has it open.
    func store() -> Finding {
        let examination = StoreExamination(path: machine.dataFolder, companions: ["token.key"])
        if let loss = examination.loss {
            return .broken(
                "store", "\(loss) Nobody is answered and nothing is recorded until its owner says so.",
                remedy: "nightjar account recover --data \(machine.dataFolder)")
        }
        guard examination.hasDatabase else { return .fine("store", "There is no store yet.") }
        do {
            guard let damage = try examination.run() else {
                guard examination.isInMemory else { return .fine("store", "The store is whole.") }
                return .notice(
                    "store", "The store is whole, and in memory: it is gone when the gateway or the machine stops.",
                    remedy: "nightjar serve --data DIR")
            }
            return .broken(
                "store", "The store is damaged (\(damage)). A restart moves it aside and saves what can be read.",
                remedy: "touch \(machine.dataFolder)/store.suspect && sudo systemctl restart nightjar")
        } catch {
            return .broken("store", error.message, remedy: "ls -l \(machine.dataFolder)")
        }
    }

    /// A night of a strap with acceleration is about 30 MB.
    func disk() -> Finding {
        guard let free = machine.freeBytes else {
            return .broken(
                "disk", "The folder \(machine.dataFolder) cannot be looked at.",
                remedy: "mkdir -p \(machine.dataFolder)")
        }
        let amount = free >= 10_000_000_000 ? "\(free / 1_000_000_000) GB" : "\(free / 1_000_000) MB"
        let remedy = distribution.clean
        if free < 500_000_000 {
            return .broken(
                "disk", "Only \(amount) are free for \(machine.dataFolder); a night may not fit.", remedy: remedy)
        }
        if free < 5_000_000_000 {
            return .notice("disk", "\(amount) are free for \(machine.dataFolder).", remedy: remedy)
        }
        return .fine("disk", "\(amount) are free for \(machine.dataFolder).")
    }
}

extension Diagnostics {
    /// Whether other machines can reach the gateway, and whether they may.
    func network() -> Finding {
        let settings = LANSettings(dataFolder: machine.dataFolder)
        guard let address = settings.address else {
            return .fine("network", "Only this machine can reach the gateway.")
        }
        guard let end = try? settings.certificate().end else {
            return .broken("network", "The certificate for \(address) cannot be read.", remedy: "nightjar lan on")
        }
        let days = Int(end.seconds(since: WallClock().now) / 86_400)
        guard days > 0 else {
            return .broken("network", "The certificate for \(address) has ended.", remedy: "nightjar lan on")
        }
        guard days > 30 else {
            return .notice("network", "The certificate for \(address) ends in \(days) days.", remedy: "nightjar lan on")
        }
        return .fine("network", "People who sign in reach the gateway at \(address), as \(LANSettings.usualName).")
    }
}

/// Checks for Bluetooth wearables.
extension Diagnostics {
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

    /// Whether the kernel is one that refuses the connection parameters that straps ask for.
    func kernel() -> Finding {
        let kernel = KernelVersion(
            banner: machine.read("/proc/version") ?? "", signature: machine.read("/proc/version_signature"))
        guard let warning = kernel?.warning else {
            return .fine("kernel", "No known fault of this kernel drops straps.")
        }
        return .broken(
            "kernel", warning,
            remedy: distribution.upgrade)
    }
}
