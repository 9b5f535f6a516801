import CUSB
import Glibc
import Runtime
import Synchronization

/// Runs libusb's events until it is told to stop, then gives libusb back. Lives as long as its thread does.
final class USBEventThread: Sendable {
    private let address: UInt
    private let isOver = Flag()
    /// Who is woken by hot-plugging.
    let hotplug = HotplugWakers()
    /// Work that libusb does not allow inside a callback.
    private let later = Mutex<[@Sendable () -> Void]>([])
    private let thread = Mutex<pthread_t?>(nil)

    init(_ context: OpaquePointer) { address = UInt(bitPattern: context) }

    /// libusb's context.
    var context: OpaquePointer? { OpaquePointer(bitPattern: address) }

    /// Whether the caller is on this thread, so that waiting for it would last for ever.
    var isCurrent: Bool { thread.withLock { $0.map { pthread_equal($0, pthread_self()) != 0 } ?? false } }

    func run() {
        thread.withLock { $0 = pthread_self() }
        while !isOver.isRaised {
            var wait = timeval(tv_sec: 60, tv_usec: 0)
            libusb_handle_events_timeout_completed(context, &wait, nil)
            doLater()
        }
        doLater()
        libusb_exit(context)
    }

    /// Does `work` on this thread, outside of any callback: libusb holds its list of open devices while it calls back,
    /// and closing one from there waits for that list for ever.
    func afterCallbacks(_ work: @escaping @Sendable () -> Void) {
        later.withLock { $0.append(work) }
        libusb_interrupt_event_handler(context)
    }

    private func doLater() {
        let due = later.withLock { later in
            defer { later.removeAll() }
            return later
        }
        for work in due { work() }
    }

    func stop() {
        isOver.raise()
        libusb_interrupt_event_handler(context)
    }

    /// Wakes `waker` from now on, by one callback of libusb for all that are woken.
    func onHotplug(wake waker: Waker) {
        guard hotplug.add(waker), libusb_has_capability(LIBUSB_CAP_HAS_HOTPLUG.rawValue) != 0 else { return }
        let both = LIBUSB_HOTPLUG_EVENT_DEVICE_ARRIVED.rawValue | LIBUSB_HOTPLUG_EVENT_DEVICE_LEFT.rawValue
        let any = LIBUSB_HOTPLUG_MATCH_ANY
        libusb_hotplug_register_callback(
            context, CInt(both), 0, any, any, any, hotplugHappened, Unmanaged.passUnretained(hotplug).toOpaque(), nil)
    }
}

/// Who is woken when a device is plugged in or out; keeps nobody.
final class HotplugWakers: Sendable {
    private struct State {
        var wakers: [Entry] = []
        var isUsed = false
    }
    private struct Entry { weak var waker: Waker? }
    private let state = Mutex(State())

    /// Wakes `waker` too, as long as somebody else keeps it.
    /// - Returns: whether it is the first ever.
    func add(_ waker: Waker) -> Bool {
        state.withLock { state in
            state.wakers.removeAll { $0.waker == nil }
            state.wakers.append(Entry(waker: waker))
            defer { state.isUsed = true }
            return !state.isUsed
        }
    }

    /// How many there are.
    var count: Int { state.withLock { $0.wakers.count { $0.waker != nil } } }

    func wake() { for entry in state.withLock(\.wakers) { entry.waker?.wake() } }
}

/// The hot-plug callback; libusb calls it on its thread.
private func hotplugHappened(
    _ context: OpaquePointer?, _ device: OpaquePointer?, _ event: libusb_hotplug_event,
    _ wakeup: UnsafeMutableRawPointer?
) -> CInt {
    if let wakeup { Unmanaged<HotplugWakers>.fromOpaque(wakeup).takeUnretainedValue().wake() }
    return 0
}
