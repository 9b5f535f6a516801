import Testing

@testable import nightjar

/// /etc/os-release as the distributions ship it.
enum Release {
    static let bookworm = """
        PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"
        NAME="Debian GNU/Linux"
        VERSION_ID="12"
        VERSION="12 (bookworm)"
        VERSION_CODENAME=bookworm
        ID=debian
        HOME_URL="https://www.debian.org/"
        """
    static let trixie = """
        PRETTY_NAME="Debian GNU/Linux 13 (trixie)"
        NAME="Debian GNU/Linux"
        VERSION_ID="13"
        VERSION_CODENAME=trixie
        ID=debian
        """
    static let raspbian = """
        PRETTY_NAME="Raspbian GNU/Linux 11 (bullseye)"
        NAME="Raspbian GNU/Linux"
        VERSION_ID="11"
        ID=raspbian
        ID_LIKE=debian
        """
    static let noble = """
        PRETTY_NAME="Ubuntu 24.04.1 LTS"
        NAME="Ubuntu"
        VERSION_ID="24.04"
        VERSION_CODENAME=noble
        ID=ubuntu
        ID_LIKE=debian
        UBUNTU_CODENAME=noble
        """
    static let mint = """
        NAME="Linux Mint"
        VERSION_ID="22"
        ID=linuxmint
        ID_LIKE="ubuntu debian"
        """
    static let fedora = """
        NAME="Fedora Linux"
        VERSION="41 (Workstation Edition)"
        ID=fedora
        VERSION_ID=41
        PLATFORM_ID="platform:f41"
        """
    static let arch = """
        NAME="Arch Linux"
        PRETTY_NAME="Arch Linux"
        ID=arch
        BUILD_ID=rolling
        """
    static let manjaro = """
        NAME="Manjaro Linux"
        ID=manjaro
        ID_LIKE=arch
        """
    static let alpine = """
        NAME="Alpine Linux"
        ID=alpine
        VERSION_ID=3.20.3
        """
}

@Suite("Distributions")
struct DistributionTests {
    @Test(
        "a distribution is known by its os-release, or as what it is made from",
        arguments: [
            (Release.bookworm, false, Distribution.Family.debian, 12), (Release.bookworm, true, .raspberryPi, 12),
            (Release.raspbian, false, .raspberryPi, 11), (Release.noble, false, .ubuntu, 24),
            (Release.mint, false, .ubuntu, 22), (Release.fedora, false, .fedora, 41), (Release.arch, false, .arch, nil),
            (Release.manjaro, false, .arch, nil), (Release.alpine, false, .other, 3), ("", false, .other, nil),
        ] as [(String, Bool, Distribution.Family, Int?)])
    func known(text: String, isPi: Bool, family: Distribution.Family, version: Int?) {
        let found = Distribution(text, isRaspberryPi: isPi)
        #expect(found.family == family && found.version == version)
    }

    /// The packages with firmware that each distribution has, and no other.
    static let packages: [Distribution.Family: Set<String>] = [
        .debian: [
            "firmware-iwlwifi", "firmware-realtek", "firmware-brcm80211", "firmware-misc-nonfree", "firmware-mediatek",
            "firmware-atheros", "firmware-linux",
        ],
        .raspberryPi: [
            "firmware-iwlwifi", "firmware-realtek", "bluez-firmware", "pi-bluetooth", "firmware-misc-nonfree",
            "firmware-atheros", "firmware-linux",
        ],
        .ubuntu: ["linux-firmware"], .arch: ["linux-firmware"],
        .fedora: ["linux-firmware", "realtek-firmware", "brcmfmac-firmware", "mt7xxx-firmware", "atheros-firmware"],
    ]

    @Test(
        "the firmware of each chip comes from a package that the distribution has, by its own command",
        arguments: [
            (Release.bookworm, "sudo apt-get install "), (Release.trixie, "sudo apt-get install "),
            (Release.raspbian, "sudo apt-get install "), (Release.noble, "sudo apt-get install "),
            (Release.fedora, "sudo dnf install "), (Release.arch, "sudo pacman -S "),
        ])
    func firmware(text: String, command: String) throws {
        let found = Distribution(text)
        for chip in BluetoothChip.allCases {
            let remedy = found.firmware(of: chip)
            #expect(remedy.hasPrefix(command))
            let names = Set(remedy.dropFirst(command.count).split(separator: " ").map(String.init))
            let there = try #require(Self.packages[found.family])
            #expect(!names.isEmpty && names.isSubset(of: there))
        }
    }

    @Test("MediaTek's firmware has a package of its own since Debian 13")
    func mediatek() {
        #expect(Distribution(Release.bookworm).firmware(of: .mediatek) == "sudo apt-get install firmware-misc-nonfree")
        #expect(Distribution(Release.trixie).firmware(of: .mediatek) == "sudo apt-get install firmware-mediatek")
    }

    @Test(
        "a missing module comes from where the running kernel's are",
        arguments: [
            (Release.bookworm, "6.1.0-40-amd64", "apt-get install --reinstall linux-image-6.1.0-40-amd64"),
            (Release.bookworm, "6.1.0-40-cloud-arm64", "apt-get install linux-image-arm64"),
            (Release.noble, "6.8.0-45-generic", "apt-get install linux-modules-extra-6.8.0-45-generic"),
            (Release.fedora, "6.11.4-301.fc41.x86_64", "dnf install kernel-modules-6.11.4-301.fc41.x86_64"),
            (Release.arch, "6.11.5-arch1-1", "pacman -S linux &&"),
            (Release.arch, "6.6.58-1-lts", "pacman -S linux-lts &&"),
            (Release.raspbian, "6.1.21-v8+", "apt-get install --reinstall raspberrypi-kernel"),
            (Release.raspbian, "6.6.51+rpt-rpi-v8", "apt-get install --reinstall linux-image-6.6.51+rpt-rpi-v8"),
        ])
    func modules(text: String, release: String, words: String) {
        let remedy = Distribution(text).restore(module: "cdc_acm", release: release, machine: "aarch64")
        #expect(remedy.contains(words))
    }

    @Test("no remedy outside Debian and its kin speaks of apt")
    func noApt() {
        for text in [Release.fedora, Release.arch, Release.alpine, ""] {
            let found = Distribution(text)
            let remedies =
                [
                    found.upgrade, found.clean, found.remove("brltty"),
                    found.restore(module: "x", release: "1", machine: ""),
                ]
                + BluetoothChip.allCases.map(found.firmware)
            #expect(remedies.allSatisfy { !$0.contains("apt") })
        }
    }

    @Test(
        "a chip is known by its maker's number, by what it says, or by the device tree",
        arguments: [
            (BluetoothChip(vendor: "8087", product: "0029", texts: []), BluetoothChip.intel),
            (BluetoothChip(vendor: "13d3", product: "3549", texts: ["Realtek", "Bluetooth Radio"]), .realtek),
            (BluetoothChip(vendor: "0489", product: "e0cd", texts: ["MediaTek Inc.", "Wireless_Device"]), .mediatek),
            (BluetoothChip(vendor: "2357", product: "0604", texts: [nil, nil]), .realtek),
            (BluetoothChip(vendor: "0a12", product: "0001", texts: [nil, "CSR8510 A10"]), .other),
            (BluetoothChip(describedAs: "OF_COMPATIBLE_0=brcm,bcm43438-bt"), .broadcom),
            (BluetoothChip(describedAs: "DRIVER=hci_uart_qca"), .qualcomm),
        ])
    func chips(found: BluetoothChip, expected: BluetoothChip) {
        #expect(found == expected)
    }
}
