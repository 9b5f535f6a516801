import Glibc
import Runtime
import Signals
import Synchronization

/// Tells what is plugged in and what comes and goes.
///
/// News from udev, from libusb and from the table of mounts only say that it is time to look; what is told is the
/// difference between two looks at the whole bus, so no burst of news can hide a device.
package final class USBMonitor: Sendable {
    private let tree: USBTree
    private let context: USBContext?

    /// A watch of the bus.
    /// - Parameters:
    ///   - tree: where the bus is looked at.
    ///   - context: libusb's own news wake it too, where udev is not to be heard.
    package init(tree: USBTree = USBTree(), context: USBContext? = nil) {
        self.tree = tree
        self.context = context
    }

    /// Tells of what is there and then of every change until the task is cancelled; `report` is called on one thread.
    /// - Throws: `Failure` when the process has no descriptors left; `CancellationError`.
    package func run(reporting report: @escaping @Sendable (USBEvent) -> Void) async throws {
        let reactor = try Reactor(waker: try Waker())
        let isOver = Flag()
        try await withTaskCancellationHandler {
            try await withTaskExecutorPreference(ThreadExecutor()) {
                try await self.watch(reactor, isOver, report)
            }
        } onCancel: {
            isOver.raise()
            reactor.waker.wake()
        }
    }

    private func watch(_ reactor: Reactor, _ isOver: Flag, _ report: @Sendable (USBEvent) -> Void) async throws {
        context?.onHotplug(wake: reactor.waker)
        let monitor = UdevMonitor()
        let mounts = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
        defer { if mounts >= 0 { close(mounts) } }
        // Descriptors below zero are passed over.
        reactor.watch(only: [
            .init(mounts, token: 0, for: .priority), .init(monitor?.descriptor ?? -1, token: 1, for: .input),
        ])
        var inventory = USBInventory()
        while !isOver.isRaised {
            for event in inventory.update(tree.devices()) { report(event) }
            // Nothing announces the size of a medium that a recorder puts back in, so look now and then.
            let period: Duration = inventory.all.contains { $0.address != 1 } ? .seconds(2) : .seconds(10)
            guard !reactor.wait(atMost: period).isEmpty || reactor.wasWoken else { continue }
            monitor?.drain()
            // A composite device is a burst of news: one look for all of it.
            reactor.waker.wait(atMost: .milliseconds(30))
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
