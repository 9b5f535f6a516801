import CUdev
import Glibc

/// udev's knowledge of devices and its news, through libudev.
package enum Udev {
    /// The label of the volume on block device `major:minor`; nil when udev does not know one or does not run.
    package static func volumeLabel(of number: String) -> String? {
        let parts = number.split(separator: ":").compactMap { UInt32($0) }
        guard parts.count == 2, let context = udev_new() else { return nil }
        defer { udev_unref(context) }
        // gnu_dev_makedev(3).
        let (major, minor) = (UInt64(parts[0]), UInt64(parts[1]))
        let device = (major & 0xFFFFF000) << 32 | (major & 0xFFF) << 8 | (minor & 0xFFFFFF00) << 12 | (minor & 0xFF)
        guard let found = udev_device_new_from_devnum(context, CChar(UInt8(ascii: "b")), dev_t(device)) else {
            return nil
        }
        defer { udev_device_unref(found) }
        return udev_device_get_property_value(found, "ID_FS_LABEL").map { String(cString: $0) }
    }
}

/// A listener for devices that come, go and change.
final class UdevMonitor {
    private let context: OpaquePointer
    private let monitor: OpaquePointer

    /// Listens to udev where it runs, so that news come when rules have been applied and links made; to the kernel
    /// itself elsewhere. nil when neither may be listened to.
    init?() {
        let source = access("/run/udev/control", F_OK) == 0 ? "udev" : "kernel"
        guard let context = udev_new() else { return nil }
        guard let monitor = udev_monitor_new_from_netlink(context, source) else {
            udev_unref(context)
            return nil
        }
        for subsystem in ["usb", "tty", "block", "hidraw"] {
            udev_monitor_filter_add_match_subsystem_devtype(monitor, subsystem, nil)
        }
        udev_monitor_set_receive_buffer_size(monitor, 1 << 20)
        guard udev_monitor_enable_receiving(monitor) >= 0 else {
            udev_monitor_unref(monitor)
            udev_unref(context)
            return nil
        }
        self.context = context
        self.monitor = monitor
    }

    deinit {
        udev_monitor_unref(monitor)
        udev_unref(context)
    }

    /// Readable when udev reports a change.
    var descriptor: Int32 { udev_monitor_get_fd(monitor) }

    /// Takes all news; what they say is looked up in `/sys`, so that none can be missed for long.
    func drain() {
        while let device = udev_monitor_receive_device(monitor) { udev_device_unref(device) }
    }
}
