import SystemBus
import Testing

@testable import nightjar

/// What doctor says of adapters, the service, bluetoothd, sleep and brltty, over files as machines have them.
@Suite("Doctor of a machine")
struct MachineDiagnosticsTests {
    private func machine(
        _ files: [String: String], _ adjust: (inout Machine) -> Void = { _ in }
    ) -> Diagnostics {
        var machine = Machine(
            read: { files[$0] },
            names: { folder in
                let inside = files.keys.filter { $0.hasPrefix("\(folder)/") }
                    .compactMap { $0.dropFirst(folder.count + 1).split(separator: "/").first.map(String.init) }
                return Set(inside).sorted()
            })
        adjust(&machine)
        return Diagnostics(machine: machine)
    }

    /// A Raspberry Pi 4, whose controller is on a serial line.
    private static let pi = [
        "/etc/os-release": Release.bookworm, "/etc/rpi-issue": "Raspberry Pi reference 2024-07-04\n",
        "/sys/bus/serial/devices/serial0-0/uevent":
            "OF_NAME=bluetooth\nOF_FULLNAME=/soc/serial@7e201000/bluetooth\nOF_COMPATIBLE_0=brcm,bcm43438-bt\n",
    ]

    @Test("the built-in controller of a Raspberry Pi: switched off, without driver, without firmware, without address")
    func serialLine() {
        let off = machine(Self.pi.merging(["/boot/firmware/config.txt": "arm_64bit=1\ndtoverlay=disable-bt\n"]) { $1 })
        #expect(off.radio().remedy?.contains("/boot/firmware/config.txt") == true)
        #expect(machine(Self.pi).radio().remedy == "sudo modprobe hci_uart")
        let driver = Self.pi.merging(["/sys/module/hci_uart/refcnt": "1"]) { $1 }
        #expect(machine(driver).radio().remedy?.contains("apt-get install bluez-firmware pi-bluetooth") == true)
        let adapter = driver.merging([
            "/sys/class/bluetooth/hci0/device/uevent": "DRIVER=hci_uart_bcm\nOF_COMPATIBLE_0=brcm,bcm43438-bt\n"
        ]) { $1 }
        let addressless = machine(adapter) { $0.controllers = Controllers(unconfigured: [0]) }.radio()
        #expect(addressless.text.contains("Broadcom, on a serial line") && addressless.text.contains("no address"))
        #expect(addressless.remedy?.contains("bthelper@hci0") == true)
        #expect(machine(adapter) { $0.controllers = Controllers(managed: [0]) }.radio().verdict == .fine)
    }

    @Test("an adapter that the kernel shows and cannot use lacks its chip's firmware")
    func firmware() {
        let files = [
            "/etc/os-release": Release.fedora,
            "/sys/class/bluetooth/hci0/device/uevent":
                "DEVTYPE=usb_interface\nDRIVER=btusb\nPRODUCT=13d3/3549/0\n",
            "/sys/bus/usb/devices/1-4/idVendor": "13d3\n", "/sys/bus/usb/devices/1-4/idProduct": "3549\n",
            "/sys/bus/usb/devices/1-4/manufacturer": "Realtek\n",
        ]
        let finding = machine(files) { $0.controllers = Controllers() }.radio()
        #expect(finding.verdict == .broken && finding.text.contains("Realtek, on USB"))
        #expect(finding.remedy == "sudo dnf install realtek-firmware && sudo reboot")
        #expect(machine(files).radio().verdict == .fine, "where the kernel says nothing, nothing is guessed")
        let short = files.merging(["/sys/class/bluetooth/hci0/device/uevent": "DRIVER=btusb\nPRODUCT=bda/8771/200\n"]) {
            $1
        }
        #expect(machine(short) { $0.controllers = Controllers() }.radio().text.contains("Realtek"))
    }

    @Test("an adapter that is off beside bluetoothd is named with its switch")
    func off() {
        let files = ["/sys/class/bluetooth/hci0/device/uevent": "DRIVER=btusb\nPRODUCT=8087/29/1\n"]
        let finding = machine(files) {
            $0.controllers = Controllers(
                managed: [0], problems: [0: "hci0 is switched off, and bluetoothd manages it."])
        }.radio()
        #expect(finding.verdict == .broken && finding.text.contains("bluetoothd manages it"))
    }

    @Test("what the service may do is its own process's, then its unit's, and never this shell's")
    func service() {
        let unit = "/usr/lib/systemd/system/nightjar.service"
        let text = "[Service]\nAmbientCapabilities=CAP_NET_ADMIN\nRestrictAddressFamilies=AF_BLUETOOTH AF_UNIX\n"
        let shell = ["/proc/self/status": "CapEff:\t0000000000001000\n"]
        let running = shell.merging([
            unit: text, "/sys/fs/cgroup/system.slice/nightjar.service/cgroup.procs": "812\n",
            "/proc/812/status": "Name:\tnightjar\nCapEff:\t0000000000000000\n",
        ]) { $1 }
        #expect(machine(running).capabilities().verdict == .broken, "the shell may, the service may not")
        let able = running.merging(["/proc/812/status": "CapEff:\t0000000000001000\n"]) { $1 }
        #expect(machine(able).capabilities().verdict == .fine)
        #expect(machine([unit: text]).capabilities().verdict == .fine)
        let dropIn = "/etc/systemd/system/nightjar.service.d/override.conf"
        for (lines, word) in [
            ("AmbientCapabilities=\n", "CAP_NET_ADMIN"),
            ("RestrictAddressFamilies=\nRestrictAddressFamilies=AF_UNIX AF_INET\n", "AF_BLUETOOTH"),
        ] {
            let finding = machine(shell.merging([unit: text, dropIn: "[Service]\n" + lines]) { $1 }).capabilities()
            #expect(finding.verdict == .broken && finding.text.contains(word) && finding.text.contains(dropIn))
        }
    }

    @Test("bluetoothd: none, one that decides, one that refuses, one without Low Energy, one that leaves adapters off")
    func daemon() {
        func found(_ settings: String = "", _ adjust: (inout Machine) -> Void = { $0.daemon = .there }) -> Finding {
            machine(["/etc/bluetooth/main.conf": settings], adjust).daemon()
        }
        #expect(found { _ in }.verdict == .fine)
        #expect(found { $0.daemon = .gone }.text.contains("Nightjar manages"))
        #expect(found("#ControllerMode = bredr\n#AutoEnable=false\n").text.contains("with an agent of its own"))
        #expect(found("[General]\nControllerMode = bredr\n").verdict == .broken)
        #expect(found("[Policy]\nAutoEnable=false\n").verdict == .notice)
        let refused = found {
            $0.daemon = .there
            $0.daemonRefusal = "Rejected send message"
        }
        #expect(refused.verdict == .broken && refused.text.contains("Rejected send message"))
    }

    @Test("what suspends the machine is named: idle, lid, timers, cron and desktops; nothing where it cannot sleep")
    func sleep() {
        let base = ["/sys/power/state": "freeze mem disk\n", "/usr/share/polkit-1/rules.d/60-nightjar.rules": "//"]
        func found(_ more: [String: String], _ adjust: (inout Machine) -> Void = { _ in }) -> [String] {
            machine(base.merging(more) { $1 }, adjust).sleep().filter { $0.verdict != .fine }.map(\.text)
        }
        #expect(found([:]).isEmpty)
        #expect(found(["/etc/systemd/logind.conf": "[Login]\n#IdleAction=suspend\n"]).isEmpty)
        #expect(
            found(["/etc/systemd/logind.conf": "[Login]\nIdleAction=suspend\n"]).first?.contains(
                "logind is set to suspend") == true)
        #expect(
            found([
                "/etc/systemd/logind.conf": "IdleAction=suspend\n",
                "/etc/systemd/logind.conf.d/a.conf": "IdleAction=ignore\n",
            ]).isEmpty)
        #expect(found([:]) { $0.logind = ["IdleAction": "hibernate"] }.first?.contains("hibernate") == true)
        #expect(found(["/proc/acpi/button/lid/LID0/state": "open"]).first?.contains("lid") == true)
        #expect(
            found(["/proc/acpi/button/lid/LID0/state": "open"]) { $0.logind = ["HandleLidSwitch": "ignore"] }.isEmpty)
        let timer = [
            "/etc/systemd/system/timers.target.wants/night.timer": "[Timer]\nOnCalendar=23:00\nUnit=suspend.target\n",
            "/etc/systemd/system/night.timer": "[Timer]\nOnCalendar=23:00\nUnit=suspend.target\n",
        ]
        #expect(found(timer).first?.contains("night.timer") == true)
        #expect(
            found(["/etc/cron.d/power": "0 23 * * * root rtcwake -m mem -s 28800\n"]).first?.contains(
                "/etc/cron.d/power") == true)
        let greeter = "/etc/gdm3/greeter.dconf-defaults"
        #expect(found([greeter: "# sleep-inactive-ac-type='suspend'\n"]).first?.contains("GNOME") == true)
        #expect(found([greeter: "sleep-inactive-ac-type='nothing'\n"]).isEmpty)
        let kde = ["/home/ada/.config/powerdevilrc": "[AC][SuspendAndShutdown]\nAutoSuspendAction=1\n"]
        #expect(found(kde) { $0.home = "/home/ada" }.first?.contains("KDE") == true)
        #expect(machine([:]).sleep().map(\.verdict) == [.fine])
        #expect(found(["/etc/systemd/system/sleep.target": "", "/etc/cron.d/x": "rtcwake"]).isEmpty, "masked")
    }

    @Test("a missing polkit rule is named where it can be seen that it is missing")
    func rule() {
        let files = ["/sys/power/state": "mem\n", "/usr/share/polkit-1/rules.d/50-default.rules": "//"]
        #expect(machine(files).sleep().first?.text.contains("polkit rule") == true)
        #expect(machine(["/sys/power/state": "mem\n"]).sleep().map(\.verdict) == [.fine], "nobody but polkit may look")
    }

    @Test("brltty is named with the converter that it takes, and removed by the distribution's command")
    func brltty() {
        let rules = "ENV{PRODUCT}==\"1a86/7523/*\", ENV{BRLTTY_BRAILLE_DRIVER}=\"bm\", GOTO=\"brltty_usb_run\"\n"
        let files = [
            "/etc/os-release": Release.noble, "/usr/lib/udev/rules.d/85-brltty.rules": rules,
            "/sys/bus/usb/devices/1-2/idVendor": "1a86\n", "/sys/bus/usb/devices/1-2/idProduct": "7523\n",
            "/sys/bus/usb/devices/1-2/product": "USB Serial\n",
        ]
        let finding = machine(files).brltty().first
        #expect(finding?.text.contains("USB Serial") == true && finding?.remedy == "sudo apt-get remove brltty")
        #expect(machine(files.merging(["/sys/bus/usb/devices/1-2/idProduct": "5523\n"]) { $1 }).brltty().isEmpty)
        var without = files
        without["/usr/lib/udev/rules.d/85-brltty.rules"] = nil
        #expect(machine(without).brltty().isEmpty)
    }

    @Test("modules of a kernel that an update replaced come with a restart")
    func replaced() {
        let files = [
            "/proc/sys/kernel/osrelease": "6.11.4-arch1-1\n", "/lib/modules/6.11.5-arch1-1/modules.dep": "",
            "/etc/os-release": Release.arch,
        ]
        #expect(machine(files).modules().map(\.remedy) == ["sudo reboot"])
    }
}
