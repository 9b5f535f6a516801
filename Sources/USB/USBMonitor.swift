import Glibc
import Runtime
import Signals
import Synchronization

/// Tells what is plugged in and what comes and goes.
///
/// News from udev, from libusb and from the table of mounts only say that it is time to look; what is told is the
/// difference between two looks at the whole bus, so no burst of news can hide a device.
public final class USBMonitor: Sendable {
    private let tree: USBTree
    private let context: USBContext?

    /// A watch of the bus.
    /// - Parameters:
    ///   - tree: where the bus is looked at.
    ///   - context: libusb's hot-plug events are used too, where udev cannot be reached.
    public init(tree: USBTree = USBTree(), context: USBContext? = nil) {
        self.tree = tree
        self.context = context
    }

    /// Tells of what is there and then of every change until the task is cancelled; `report` is called on one thread.
    /// - Throws: `Failure` when the process has no descriptors left; `CancellationError`.
    public func run(reporting report: @escaping @Sendable (USBEvent) -> Void) async throws {
        let wakeup = try WakeupEvent()
        let isOver = Flag()
        try await withTaskCancellationHandler {
            try await withTaskExecutorPreference(ThreadExecutor()) {
                try await self.watch(wakeup, isOver, report)
            }
        } onCancel: {
            isOver.raise()
            wakeup.signal()
        }
    }

    private func watch(_ wakeup: WakeupEvent, _ isOver: Flag, _ report: @Sendable (USBEvent) -> Void) async throws {
        context?.onHotplug { wakeup.signal() }
        let monitor = UdevMonitor()
        let mounts = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
        defer { if mounts >= 0 { close(mounts) } }
        var waits = [
            pollfd(fd: wakeup.descriptor, events: Int16(POLLIN), revents: 0),
            // Negative descriptors are passed over.
            pollfd(fd: mounts, events: Int16(POLLPRI), revents: 0),
            pollfd(fd: monitor?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        var inventory = USBInventory()
        while !isOver.isRaised {
            for event in inventory.update(tree.devices()) { report(event) }
            // Nothing announces the size of a medium that a recorder puts back in, so look now and then.
            let period: Int32 = inventory.all.contains { $0.address != 1 } ? 2000 : 10_000
            guard poll(&waits, nfds_t(waits.count), period) > 0 else { continue }
            wakeup.reset()
            monitor?.drain()
            // A composite device is a burst of news: one look for all of it.
            var pause = pollfd(fd: wakeup.descriptor, events: Int16(POLLIN), revents: 0)
            poll(&pause, 1, 30)
            monitor?.drain()
        }
        throw CancellationError()
    }
}

/// A flag that can be raised once.
final class Flag: Sendable {
    private let value = Atomic(false)

    var isRaised: Bool { value.load(ordering: .acquiring) }
    func raise() { value.store(true, ordering: .releasing) }
}
