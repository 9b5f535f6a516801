import CUSB
import Glibc
import Runtime
import Signals

/// libusb, with one thread that runs its events. Make one for the whole process; nothing is opened before somebody
/// claims an interface.
package final class USBContext: Sendable {
    private let events: USBEventThread

    /// Starts libusb and its thread.
    /// - Throws: `Failure` when libusb cannot be started.
    package init() throws {
        var context: OpaquePointer?
        let code = libusb_init(&context)
        guard code == 0, let context else { throw Failure.usb("libusb cannot be started", code) }
        events = USBEventThread(context)
        Task(executorPreference: ThreadExecutor()) { [events] in events.run() }
    }

    deinit { events.stop() }

    /// libusb's context, for calls that do not keep it.
    var borrowed: OpaquePointer? { events.context }

    /// Does `work` on libusb's thread, outside of any callback.
    func afterCallbacks(_ work: @escaping @Sendable () -> Void) { events.afterCallbacks(work) }

    /// Whether the caller is libusb's own thread.
    var isOnItsThread: Bool { events.isCurrent }

    /// Wakes `waker` whenever a device is attached or detached, as long as somebody else keeps it.
    func onHotplug(wake waker: Waker) { events.onHotplug(wake: waker) }
}

extension Failure {
    /// A failure of libusb: `what` happened, with libusb's reason.
    static func usb(_ what: String, _ code: CInt) -> Failure {
        let reason = String(cString: libusb_strerror(code))
        let kind: Failure.Code =
            switch code {
            case LIBUSB_ERROR_ACCESS.rawValue: .notPermitted
            case LIBUSB_ERROR_NO_DEVICE.rawValue, LIBUSB_ERROR_NOT_FOUND.rawValue: .notFound
            default: .failed
            }
        return Failure(kind, "\(what): \(reason.prefix(1).lowercased() + reason.dropFirst()).")
    }
}
