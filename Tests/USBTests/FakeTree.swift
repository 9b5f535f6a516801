import Glibc

/// A folder that looks like `/sys`, with a recorder plugged in at 1-2 and a hub at 1-1.
struct FakeTree: ~Copyable {
    let root: String

    init() {
        var template = Array("/tmp/nightjar-sysfs-XXXXXX".utf8CString)
        root = mkdtemp(&template).map { String(cString: $0) } ?? "/tmp"
    }

    deinit {
        _ = root.withCString { path in
            nftw(path, { name, _, _, _ in name.map { remove($0) } ?? 0 }, 16, Int32(FTW_DEPTH | FTW_PHYS))
        }
    }

    func file(_ path: String, _ text: String) {
        var folder = root
        for part in path.split(separator: "/").dropLast() {
            folder += "/\(part)"
            mkdir(folder, 0o755)
        }
        guard let stream = fopen("\(root)/\(path)", "w") else { return }
        fputs(text, stream)
        fclose(stream)
    }

    func link(_ path: String, to target: String) { symlink(target, "\(root)/\(path)") }

    func plugInRecorder() {
        let device = "devices/usb1/1-2"
        for (name, text) in [
            ("idVendor", "04d8\n"), ("idProduct", "0057\n"), ("bcdDevice", "0017\n"), ("devnum", "5\n"),
            ("manufacturer", "Newcastle University      \n"), ("product", "AX3 Composite Device 1.7  \n"),
            ("serial", "CWA17_12345\n"),
        ] { file("\(device)/\(name)", text) }
        for (number, code) in [("00", "08"), ("01", "02"), ("02", "0a")] {
            let interface = "\(device)/1-2:1.\(number.dropFirst())"
            file("\(interface)/bInterfaceNumber", "\(number)\n")
            file("\(interface)/bInterfaceClass", "\(code)\n")
            file("\(interface)/bInterfaceSubClass", "02\n")
            file("\(interface)/bInterfaceProtocol", "01\n")
        }
        file("\(device)/1-2:1.2/ep_03/bEndpointAddress", "03\n")
        file("\(device)/1-2:1.2/ep_83/bEndpointAddress", "83\n")
        file("\(device)/1-2:1.1/tty/ttyACM0/dev", "166:0\n")
        let disk = "\(device)/1-2:1.0/host0/target0:0:0/0:0:0:0/block/sda"
        file("\(disk)/dev", "8:0\n")
        file("\(disk)/size", "32768\n")
        file("bus/usb/devices/.keep", "")
        for name in ["1-2", "1-2:1.0", "1-2:1.1", "1-2:1.2"] {
            link("bus/usb/devices/\(name)", to: "../../../devices/usb1/\(name == "1-2" ? name : "1-2/\(name)")")
        }
    }
}
