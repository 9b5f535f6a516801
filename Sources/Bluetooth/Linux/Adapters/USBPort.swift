import Glibc

/// The USB device that an adapter is, found by the kernel's files.
struct USBPort: Hashable {
    /// The device's file, such as `/dev/bus/usb/001/004`.
    var path: String

    /// The port of `hciN`; nil for an adapter that is on no USB.
    init?(ofAdapter index: UInt16, sys: String = "/sys") {
        // The adapter belongs to an interface of the device.
        let device = "\(sys)/class/bluetooth/hci\(index)/device/.."
        guard let bus = SystemRadioState.line("\(device)/busnum").flatMap({ UInt16($0) }),
            let number = SystemRadioState.line("\(device)/devnum").flatMap({ UInt16($0) })
        else { return nil }
        path = "/dev/bus/usb/\(Self.padded(bus))/\(Self.padded(number))"
    }

    /// Resets the port: the device starts anew and comes back as another; false where that is not allowed or fails.
    func reset() -> Bool {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        // USBDEVFS_RESET of linux/usbdevice_fs.h: _IO('U', 20).
        return ioctl(descriptor, 0x5514, 0) == 0
    }

    private static func padded(_ number: UInt16) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, 3 - text.count)) + text
    }
}
