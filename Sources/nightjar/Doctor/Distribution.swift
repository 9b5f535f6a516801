/// The distribution that a machine runs, and its commands: a remedy names no program or package that it does not have.
struct Distribution: Hashable, Sendable {
    /// Those whose commands are known.
    enum Family: Hashable, Sendable, CaseIterable { case debian, ubuntu, raspberryPi, fedora, arch, other }

    /// Which it is, or is made from.
    var family: Family
    /// The first number of its version; nil where it has none.
    var version: Int?

    /// By the text of /etc/os-release (os-release(5)).
    /// - Parameter isRaspberryPi: Whether it is Raspberry Pi's Debian, which calls itself Debian.
    init(_ text: String?, isRaspberryPi: Bool = false) {
        var values: [Substring: String] = [:]
        for line in (text ?? "").split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { continue }
            values[parts[0]] = String(parts[1].filter { $0 != "\"" && $0 != "'" })
        }
        version = values["VERSION_ID"].flatMap { $0.split(separator: ".").first }.flatMap { Int($0) }
        let names = [values["ID"] ?? ""] + (values["ID_LIKE"] ?? "").split(separator: " ").map(String.init)
        family = names.lazy.compactMap(Self.family).first ?? .other
        if family == .debian, isRaspberryPi { family = .raspberryPi }
    }

    private static func family(_ name: String) -> Family? {
        switch name {
        case "debian": .debian
        case "raspbian": .raspberryPi
        case "ubuntu": .ubuntu
        case "fedora", "rhel", "centos": .fedora
        case "arch", "archarm": .arch
        default: nil
        }
    }

    /// Whether packages come by apt.
    private var hasApt: Bool { [.debian, .ubuntu, .raspberryPi].contains(family) }

    /// Installs packages by the names that they have there; in words where the commands are not known.
    func install(_ packages: [String]) -> String {
        let names = packages.joined(separator: " ")
        return switch family {
        case .debian, .ubuntu, .raspberryPi: "sudo apt-get install \(names)"
        case .fedora: "sudo dnf install \(names)"
        case .arch: "sudo pacman -S \(names)"
        case .other: "install \(names) by this distribution's package manager"
        }
    }

    /// Removes a package that is called the same everywhere.
    func remove(_ package: String) -> String {
        switch family {
        case .debian, .ubuntu, .raspberryPi: "sudo apt-get remove \(package)"
        case .fedora: "sudo dnf remove \(package)"
        case .arch: "sudo pacman -R \(package)"
        case .other: "remove \(package) by this distribution's package manager"
        }
    }

    /// Brings everything up to date, the kernel too, and starts it.
    var upgrade: String {
        switch family {
        case .debian, .ubuntu, .raspberryPi: "sudo apt-get update && sudo apt-get full-upgrade && sudo reboot"
        case .fedora: "sudo dnf upgrade && sudo reboot"
        case .arch: "sudo pacman -Syu && sudo reboot"
        case .other: "upgrade the kernel by this distribution's package manager, then sudo reboot"
        }
    }

    /// Frees what downloaded packages and old logs take.
    var clean: String {
        let logs = "sudo journalctl --vacuum-size=100M"
        return switch family {
        case .debian, .ubuntu, .raspberryPi: "sudo apt-get clean && \(logs)"
        case .fedora: "sudo dnf clean packages && \(logs)"
        case .arch: "sudo pacman -Sc && \(logs)"
        case .other: logs
        }
    }

    /// Gets a module that the running kernel does not have.
    /// - Parameters:
    ///   - release: The kernel's, as uname(1) tells it.
    ///   - machine: The hardware, such as `aarch64`.
    func restore(module: String, release: String, machine: String) -> String {
        let load = "sudo modprobe \(module)"
        switch family {
        case .debian where release.contains("cloud"):
            // The cloud's kernel has no drivers for hardware.
            let kind = machine == "aarch64" ? "arm64" : "amd64"
            return "sudo apt-get install linux-image-\(kind) && sudo reboot"
        case .ubuntu: return "sudo apt-get install linux-modules-extra-\(release) && \(load)"
        case .raspberryPi where !release.contains("rpi"):
            // Before Debian 12 the kernel was one package.
            return "sudo apt-get install --reinstall raspberrypi-kernel && sudo reboot"
        case .debian, .raspberryPi: return "sudo apt-get install --reinstall linux-image-\(release) && \(load)"
        case .fedora: return "sudo dnf install kernel-modules-\(release) && \(load)"
        case .arch:
            let kind = ["lts", "zen", "hardened", "rt"].first { release.hasSuffix("-\($0)") }
            return "sudo pacman -S \(kind.map { "linux-\($0)" } ?? "linux") && sudo reboot"
        case .other: return "install the modules of kernel \(release), then \(load)"
        }
    }

    /// Gets the firmware of a chip.
    func firmware(of chip: BluetoothChip) -> String {
        switch family {
        case .ubuntu, .arch, .other: return install(["linux-firmware"])
        case .fedora:
            return switch chip {
            case .intel, .other: install(["linux-firmware"])
            case .realtek: install(["realtek-firmware"])
            case .broadcom: install(["brcmfmac-firmware"])
            case .mediatek: install(["mt7xxx-firmware"])
            case .qualcomm: install(["atheros-firmware"])
            }
        case .debian, .raspberryPi:
            return switch chip {
            case .intel: install(["firmware-iwlwifi"])
            case .realtek: install(["firmware-realtek"])
            case .broadcom where family == .raspberryPi: install(["bluez-firmware", "pi-bluetooth"])
            case .broadcom: install(["firmware-brcm80211"])
            // In a package of its own since Debian 13.
            case .mediatek: install([(version ?? 0) >= 13 ? "firmware-mediatek" : "firmware-misc-nonfree"])
            case .qualcomm: install(["firmware-atheros"])
            case .other: install(["firmware-linux"])
            }
        }
    }
}

/// Whose a Bluetooth controller is, which decides what firmware it needs.
enum BluetoothChip: String, CaseIterable, Sendable {
    case intel = "Intel"
    case realtek = "Realtek"
    case broadcom = "Broadcom"
    case mediatek = "MediaTek"
    case qualcomm = "Qualcomm"
    case other = "unknown"

    /// By the numbers and texts of a USB device; makers of adapters give the chip's maker in words, most often.
    init(vendor: String, product: String, texts: [String?]) {
        let vendors: [String: BluetoothChip] = [
            "8087": .intel, "0bda": .realtek, "0a5c": .broadcom, "0e8d": .mediatek, "0cf3": .qualcomm,
        ]
        // Adapters that say nothing else of what is in them (the tables of the kernel's btusb).
        let products: [String: BluetoothChip] = [
            "2357:0604": .realtek, "0b05:190e": .realtek, "0b05:17cb": .broadcom, "7392:c611": .realtek,
        ]
        self =
            products["\(vendor):\(product)"] ?? vendors[vendor]
            ?? Self.named(in: texts.compactMap(\.self).joined(separator: " ")) ?? .other
    }

    /// By the words of a device tree or a driver, such as `brcm,bcm43438-bt` and `hci_uart_qca`.
    init(describedAs text: String) { self = Self.named(in: text) ?? .other }

    private static func named(in text: String) -> BluetoothChip? {
        let text = text.lowercased()
        let words: [(String, BluetoothChip)] = [
            ("intel", .intel), ("realtek", .realtek), ("rtl8", .realtek), ("broadcom", .broadcom), ("brcm", .broadcom),
            ("bcm", .broadcom), ("cypress", .broadcom), ("mediatek", .mediatek), ("mtk", .mediatek),
            ("qualcomm", .qualcomm), ("atheros", .qualcomm), ("qca", .qualcomm), ("qcom", .qualcomm),
        ]
        return words.first { text.contains($0.0) }?.1
    }
}
