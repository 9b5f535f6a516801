import Testing

@testable import nightjar

@Suite("Doctor")
struct DiagnosticsTests {
    /// A machine on which everything is right.
    static let healthy: [String: String] = [
        "/etc/os-release": Release.bookworm,
        "/usr/lib/udev/rules.d/70-nightjar.rules": "#", "/usr/lib/systemd/system/nightjar-mount@.service": "#",
        "/usr/lib/systemd/system/nightjar.service": "#", "/usr/lib/sysusers.d/nightjar.conf": "#",
        "/etc/group": "root:x:0:\nnightjar:x:995:\n", "/proc/sys/kernel/osrelease": "6.1.0-40-amd64\n",
        "/lib/modules/6.1.0-40-amd64/modules.dep": "kernel/drivers/usb/class/cdc-acm.ko: kernel/x.ko\n",
        "/lib/modules/6.1.0-40-amd64/modules.builtin": "kernel/fs/fat/vfat.ko\n",
        "/sys/module/bluetooth/refcnt": "3", "/sys/module/usb_storage/refcnt": "0", "/sys/class/bluetooth/hci0": "",
        "/sys/class/rfkill/rfkill0/type": "bluetooth\n", "/sys/class/rfkill/rfkill0/soft": "0\n",
        "/sys/class/rfkill/rfkill0/hard": "0\n", "/proc/self/status": "Name:\tx\nCapEff:\t0000000000001000\n",
        "/proc/version": "Linux version 6.1.0-40-amd64 (gcc-12) #1 SMP Debian 6.1.153-1",
    ]

    private func machine(
        _ changes: [String: String?] = [:], _ adjust: (inout Machine) -> Void = { _ in }
    ) -> Diagnostics {
        var files = Self.healthy
        for (path, text) in changes { files[path] = text }
        let all = files
        var machine = Machine(
            read: { all[$0] },
            names: { folder in
                let inside = all.keys.filter { $0.hasPrefix("\(folder)/") }
                    .compactMap { $0.dropFirst(folder.count + 1).split(separator: "/").first.map(String.init) }
                return Set(inside).sorted()
            })
        machine.freeBytes = 50_000_000_000
        adjust(&machine)
        return Diagnostics(machine: machine)
    }

    @Test("finds nothing on a machine where everything is right")
    func allIsWell() {
        #expect(machine().findings().allSatisfy { $0.verdict == .fine && $0.remedy == nil })
    }

    @Test("asks for the network key where an ANT+ stick is plugged in, and nowhere else")
    func antStick() {
        let stick = ["/sys/bus/usb/devices/1-1/idVendor": "0fcf\n", "/sys/bus/usb/devices/1-1/idProduct": "1009\n"]
        #expect(machine().antStick().isEmpty)
        #expect(machine(stick).antStick().map(\.verdict) == [.broken])
        let key = ["/var/lib/nightjar/ant-network-key": "00:11:22:33:44:55:66:77\n"]
        #expect(machine(stick.merging(key) { $1 }).antStick().map(\.verdict) == [.fine])
    }

    @Test(
        "names what is broken and one command that mends it",
        arguments: [
            (["/usr/lib/udev/rules.d/70-nightjar.rules": nil], "rules", "make install"),
            (["/etc/group": "root:x:0:\n"], "group", "systemd-sysusers"),
            (["/etc/group": "root:x:0:\n", "/usr/lib/sysusers.d/nightjar.conf": nil], "group", "make install"),
            (["/lib/modules/6.1.0-40-amd64/modules.dep": ""], "modules", "modprobe cdc_acm"),
            (["/sys/class/rfkill/rfkill0/soft": "1\n"], "rfkill", "rfkill unblock bluetooth"),
            (["/sys/class/rfkill/rfkill0/hard": "1\n"], "rfkill", "rfkill list"),
            (
                [
                    "/proc/self/status": "CapEff:\t0000000000000400\n",
                    "/usr/lib/systemd/system/nightjar.service": nil,
                ], "capabilities", "setcap cap_net_admin"
            ),
            (["/proc/version": "Linux version 6.1.0-20-amd64 #1 SMP Debian 6.1.85-1"], "kernel", "full-upgrade"),
            (
                [
                    "/sys/class/bluetooth/hci0": nil, "/sys/bus/usb/devices/1-2:1.0/bInterfaceClass": "e0\n",
                    "/sys/bus/usb/devices/1-2:1.0/bInterfaceSubClass": "01\n",
                ], "radio", "modprobe btusb"
            ),
        ] as [([String: String?], String, String)])
    func broken(changes: [String: String?], check: String, command: String) throws {
        let found = machine(changes).findings().filter { $0.verdict != .fine }
        let finding = try #require(found.first)
        #expect(found.count == 1)
        #expect(finding.verdict == .broken && finding.check == check)
        #expect(finding.remedy?.contains(command) == true)
        #expect(finding.lines.count == 2)
    }

    @Test("tells a person outside the group from one who has not logged in again")
    func membership() {
        func group(_ line: String, in groups: Set<UInt32> = [1000]) -> Finding {
            machine(["/etc/group": line]) { machine in
                machine.user = "ada"
                machine.isSuperuser = false
                machine.groups = groups
            }.group()
        }
        #expect(group("nightjar:x:995:").remedy == "sudo usermod -aG nightjar ada && newgrp nightjar")
        #expect(group("nightjar:x:995:bob,ada").remedy == "newgrp nightjar")
        #expect(group("nightjar:x:995:", in: [995]).verdict == .fine)
        #expect(group("nightjar:x:").verdict == .broken)
    }

    @Test("counts a link under an adapter as no adapter")
    func links() {
        let none = machine(["/sys/class/bluetooth/hci0": nil, "/sys/class/bluetooth/hci0:64": ""]).radio()
        #expect(none.verdict == .notice && none.remedy == nil)
        let forbidden = machine([:]) { $0.opensBluetooth = false }.radio()
        #expect(forbidden.verdict == .broken)
    }

    @Test("warns before the disk is too full for a night")
    func disk() {
        func verdict(_ free: UInt64?) -> Finding.Verdict { machine { $0.freeBytes = free }.disk().verdict }
        #expect(verdict(400_000_000) == .broken)
        #expect(verdict(500_000_000) == .notice)
        #expect(verdict(5_000_000_000) == .fine)
        #expect(verdict(nil) == .broken)
    }

    @Test("says whether the clock can be trusted")
    func clock() {
        func verdict(_ steered: Bool?) -> Finding.Verdict { machine { $0.clockIsSteered = steered }.clock().verdict }
        #expect(verdict(true) == .fine && verdict(false) == .broken && verdict(nil) == .notice)
    }
}
