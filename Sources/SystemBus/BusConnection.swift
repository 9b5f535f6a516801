import CSystemBus
import Glibc
import Signals

/// One connection to a bus, used by one thread; what comes is given to closures while ``process()`` runs.
final class BusConnection {
    /// A closure that C is given the address of; it stays as long as the connection, or until its call is answered.
    final class Handler {
        let take: (OpaquePointer) -> Int32
        init(_ take: @escaping (OpaquePointer) -> Int32) { self.take = take }
    }

    private final class Pending {
        let reply: (Result<[BusValue], BusFailure>) -> Void
        var handler: Handler?
        init(_ reply: @escaping (Result<[BusValue], BusFailure>) -> Void) { self.reply = reply }
    }

    private let bus: OpaquePointer
    private var pending: [UInt64: Pending] = [:]
    private var handlers: [Handler] = []
    private var lastCall: UInt64 = 0

    /// Begins a connection; nil when there is no bus, or no library for it.
    init?(address: String) {
        guard let bus = nj_bus_open(address) else { return nil }
        self.bus = bus
    }

    /// Ends the connection; calls without an answer fail.
    func end() {
        let waiting = pending.values
        pending = [:]
        for call in waiting { call.reply(.failure(.noBus)) }
    }

    deinit { nj_bus_close(bus) }

    var descriptor: Int32 { nj_bus_descriptor(bus) }
    /// Whether it waits for room to write.
    var wantsRoom: Bool { nj_bus_events(bus) & Int32(POLLOUT) != 0 }
    /// When it is to be served at the latest, by the monotonic clock; nil for whenever something comes.
    var deadline: Duration? {
        let time = nj_bus_deadline(bus)
        return time == .max ? nil : .microseconds(Int64(clamping: time))
    }

    /// Does all that is due; false when the connection is over.
    func process() -> Bool {
        // What comes meanwhile has its turn with the next call: orders must not wait behind a flood.
        for _ in 0..<256 {
            let result = nj_bus_process(bus)
            if result < 0 { return false }
            if result == 0 { return true }
        }
        return true
    }

    func call(
        _ call: BusCall, timeout: Duration, reply: @escaping (Result<[BusValue], BusFailure>) -> Void
    ) {
        lastCall &+= 1
        let number = lastCall
        let one = Pending(reply)
        one.handler = Handler { [unowned self] message in
            guard let call = pending.removeValue(forKey: number) else { return 0 }
            call.reply(Self.result(of: message))
            return 0
        }
        pending[number] = one
        let values = call.parameters.map(\.copy)
        defer { for value in values { free(value) } }
        let types = call.parameters.map { CChar(bitPattern: $0.type) } + [0]
        let result = nj_bus_call(
            bus, call.destination, call.path, call.interface, call.member, types, values.map { UnsafeRawPointer($0) },
            UInt64(max(1, timeout / .microseconds(1))), handOver, one.handler.map(Self.context))
        guard result < 0, pending.removeValue(forKey: number) != nil else { return }
        reply(
            .failure(
                BusFailure(
                    name: "org.freedesktop.DBus.Error.Failed", message: String(cString: strerror(-result)))))
    }

    /// Has signals that a rule describes given to `take`.
    func match(_ rule: String, _ take: @escaping ([BusValue]) -> Void) {
        let handler = Handler {
            take(Self.values(of: $0))
            return 0
        }
        handlers.append(handler)
        _ = nj_bus_match(bus, rule, handOver, Self.context(handler))
    }

    /// Answers what others call at a path.
    func serve(_ path: String, _ answer: @escaping (_ member: String, _ parameters: [BusValue]) -> BusFailure?) {
        let handler = Handler { message in
            let member = nj_bus_member(message).map { String(cString: $0) } ?? ""
            let refusal = answer(member, Self.values(of: message))
            return nj_bus_reply(message, refusal?.name, refusal?.message ?? "")
        }
        handlers.append(handler)
        _ = nj_bus_serve(bus, path, handOver, Self.context(handler))
    }

    private static func context(_ handler: Handler) -> UnsafeMutableRawPointer {
        Unmanaged.passUnretained(handler).toOpaque()
    }

    private static func result(of message: OpaquePointer) -> Result<[BusValue], BusFailure> {
        guard let failure = nj_bus_failure(message) else { return .success(values(of: message)) }
        let (name, text) = (failure.pointee.name, failure.pointee.message)
        return .failure(
            BusFailure(name: name.map { String(cString: $0) } ?? "", message: text.map { String(cString: $0) } ?? ""))
    }

    /// The values at the beginning of a message, up to the first container.
    private static func values(of message: OpaquePointer) -> [BusValue] {
        var values: [BusValue] = []
        while values.count < 16 {
            var text: UnsafePointer<CChar>?
            var number: Int64 = 0
            switch UInt8(bitPattern: nj_bus_next(message, &text, &number)) {
            case UInt8(ascii: "s"): values.append(.text(text.map { String(cString: $0) } ?? ""))
            case UInt8(ascii: "n"): values.append(.number(number))
            case UInt8(ascii: "h"): values.append(.descriptor(BusDescriptor(copying: Int32(clamping: number))))
            default: return values
            }
        }
        return values
    }
}

// At file scope: a closure could be checked for an actor on the bus's thread.
private func handOver(
    _ message: OpaquePointer?, _ context: UnsafeMutableRawPointer?, _ error: UnsafeMutableRawPointer?
) -> Int32 {
    guard let message, let context else { return 0 }
    // Retained for the time of the call, as an answered call lets go of its handler.
    let handler = Unmanaged<BusConnection.Handler>.fromOpaque(context).takeUnretainedValue()
    return withExtendedLifetime(handler) { handler.take(message) }
}
