import Glibc
import Runtime
import Synchronization

/// The machine's D-Bus: who owns a name, calls, and objects that others call.
///
/// A thread of its own, which begins with the first use, talks to the bus and connects anew when that was restarted. libsystemd
/// is loaded then; without it, or without a bus, calls fail with ``BusFailure/noBus``.
package final class SystemBus: Sendable {
    /// The bus of this machine.
    package static let shared = SystemBus()

    /// How long the bus may take to tell who owns a name.
    private static let ownerTime = Duration.seconds(5)

    private enum Order: Sendable {
        case call(BusCall, timeout: Duration, CheckedContinuation<Result<[BusValue], BusFailure>, Never>)
        case watch(UInt64, name: String, AsyncStream<BusPresence>.Continuation)
        case unwatch(UInt64)
        case serve(path: String, @Sendable (String, [BusValue]) -> BusFailure?)
        case end
    }

    private struct Orders {
        var waiting: [Order] = []
        var waker: Waker?
        var lastWatch: UInt64 = 0
        var hasEnded = false
    }

    private let address: String
    /// How long after a failure the bus is looked for, or asked, again while somebody watches a name.
    private let retryTime: Duration
    private let orders = Mutex(Orders())

    /// A bus by its address; the system's where none is given.
    package init(address: String? = nil, retryTime: Duration = .seconds(5)) {
        self.retryTime = retryTime
        self.address =
            address ?? getenv("DBUS_SYSTEM_BUS_ADDRESS").map { String(cString: $0) }
            ?? "unix:path=/run/dbus/system_bus_socket"
    }

    /// Whether there may be a bus: false where its socket is not there, and so nobody can be on it.
    package var mayBeThere: Bool {
        let path = "unix:path="
        guard address.hasPrefix(path), !address.contains(where: { ",;%".contains($0) }) else { return true }
        return access(String(address.dropFirst(path.count)), F_OK) == 0
    }

    /// Calls a method; what it returns, up to the first container.
    /// - Throws: `BusFailure` when the other side refuses, is not there, or does not answer in time.
    package func call(_ call: BusCall, timeout: Duration = .seconds(10)) async throws(BusFailure) -> [BusValue] {
        let result = await withCheckedContinuation { continuation in
            guard !give(.call(call, timeout: timeout, continuation)) else { return }
            continuation.resume(returning: .failure(.noBus))
        }
        return try result.get()
    }

    /// Whether a name has an owner: now, and with each change, until nobody listens any more.
    package func presence(of name: String) -> AsyncStream<BusPresence> {
        AsyncStream { continuation in
            let number = orders.withLock { orders in
                orders.lastWatch += 1
                return orders.lastWatch
            }
            continuation.onTermination = { [weak self] _ in _ = self?.give(.unwatch(number)) }
            guard !give(.watch(number, name: name, continuation)) else { return }
            continuation.yield(.unknown)
        }
    }

    /// Answers what others call at a path: with an error, or with nothing where there is none.
    package func serve(
        _ path: String, _ answer: @escaping @Sendable (_ member: String, _ parameters: [BusValue]) -> BusFailure?
    ) {
        _ = give(.serve(path: path, answer))
    }

    /// Ends the connection and its thread for good.
    package func end() { _ = give(.end) }

    /// Gives the thread an order, and starts it with the first one; false when there is no thread to be had.
    private func give(_ order: Order) -> Bool {
        orders.withLock { orders in
            guard !orders.hasEnded else { return false }
            if orders.waker == nil {
                guard let waker = try? Waker(), let reactor = try? Reactor(waker: waker),
                    (try? LoopThread { [self] in run(reactor) }) != nil
                else { return false }
                orders.waker = waker
            }
            if case .end = order { orders.hasEnded = true }
            orders.waiting.append(order)
            orders.waker?.wake()
            return true
        }
    }

    // On the thread

    private struct Watch {
        var name: String
        var continuation: AsyncStream<BusPresence>.Continuation
    }

    private final class State {
        var connection: BusConnection?
        var token: UInt64 = 0
        var retryAt = Duration.zero
        var watches: [UInt64: Watch] = [:]
        /// What was last told of each name.
        var told: [String: BusPresence] = [:]
        /// How many changes of each name's owner were told.
        var changes: [String: Int] = [:]
        /// The names that the connection tells about.
        var followed: Set<String> = []
        /// Names whose owner could not be told, and when they are asked for again.
        var unanswered: [String: Duration] = [:]
        var objects: [(path: String, answer: @Sendable (String, [BusValue]) -> BusFailure?)] = []

        func tell(_ name: String, _ presence: BusPresence) {
            if presence != .unknown { unanswered[name] = nil }
            guard told.updateValue(presence, forKey: name) != presence else { return }
            for watch in watches.values where watch.name == name { watch.continuation.yield(presence) }
        }
    }

    private func run(_ reactor: Reactor) {
        let state = State()
        while true {
            let given = orders.withLock { orders in
                defer { orders.waiting = [] }
                return orders.waiting
            }
            if !given.isEmpty || !state.watches.isEmpty { connect(state) }
            for order in given {
                if case .end = order {
                    for watch in state.watches.values { watch.continuation.finish() }
                    return close(state, reactor)
                }
                perform(order, state)
            }
            if let connection = state.connection, !connection.process() { close(state, reactor) }
            askAgain(state)
            if let connection = state.connection {
                reactor.watch(
                    .init(
                        connection.descriptor, token: state.token,
                        for: connection.wantsRoom ? [.input, .output] : .input))
            }
            let retryAt = state.watches.isEmpty ? nil : state.retryAt
            let deadline =
                state.connection.map { ([$0.deadline].compactMap(\.self) + state.unanswered.values).min() } ?? retryAt
            _ = reactor.wait(atMost: deadline.map { max(.zero, $0 - Self.uptime) })
        }
    }

    private func connect(_ state: State) {
        guard state.connection == nil, Self.uptime >= state.retryAt else { return }
        state.retryAt = Self.uptime + retryTime
        guard let connection = BusConnection(address: address) else {
            for name in Set(state.watches.values.map(\.name)) { state.tell(name, .unknown) }
            return
        }
        state.connection = connection
        state.token += 1
        (state.followed, state.unanswered) = ([], [:])
        for object in state.objects { connection.serve(object.path, object.answer) }
        for name in Set(state.watches.values.map(\.name)) { follow(name, connection, state) }
    }

    private func close(_ state: State, _ reactor: Reactor) {
        guard let connection = state.connection else { return }
        reactor.forget(state.token)
        state.connection = nil
        state.retryAt = Self.uptime + .seconds(1)
        connection.end()
        for name in state.told.keys { state.tell(name, .unknown) }
    }

    private func perform(_ order: Order, _ state: State) {
        switch order {
        case .call(let call, let timeout, let continuation):
            guard let connection = state.connection else { return continuation.resume(returning: .failure(.noBus)) }
            connection.call(call, timeout: timeout) { continuation.resume(returning: $0) }
        case .watch(let number, let name, let continuation):
            state.watches[number] = Watch(name: name, continuation: continuation)
            if let told = state.told[name] { continuation.yield(told) }
            guard let connection = state.connection else { return state.tell(name, .unknown) }
            follow(name, connection, state)
        case .unwatch(let number): state.watches[number] = nil
        case .serve(let path, let answer):
            state.objects.append((path, answer))
            state.connection?.serve(path, answer)
        case .end: break
        }
    }

    /// Learns whether a name has an owner, now and from now on.
    private func follow(_ name: String, _ connection: BusConnection, _ state: State) {
        guard state.followed.insert(name).inserted else { return }
        let bus = "org.freedesktop.DBus"
        connection.match(
            "type='signal',sender='\(bus)',path='/org/freedesktop/DBus',interface='\(bus)',member='NameOwnerChanged',"
                + "arg0='\(name)'"
        ) { [weak state] values in
            guard values.count == 3, case .text(let owner) = values[2] else { return }
            state?.changes[name, default: 0] += 1
            state?.tell(name, owner.isEmpty ? .gone : .there)
        }
        askOwner(of: name, connection, state)
    }

    private func askOwner(of name: String, _ connection: BusConnection, _ state: State) {
        let bus = "org.freedesktop.DBus"
        let asked = BusCall(bus, "/org/freedesktop/DBus", bus, "GetNameOwner", [.text(name)])
        let told = state.changes[name]
        connection.call(asked, timeout: Self.ownerTime) { [weak state, retryTime] result in
            // What was told of a change meanwhile is newer.
            guard let state, state.changes[name] == told else { return }
            switch result {
            case .success: state.tell(name, .there)
            case .failure(let failure) where failure.name.hasSuffix(".NameHasNoOwner"): state.tell(name, .gone)
            // A bus that is late or refuses tells nothing, and no signal will come of a name that has its owner.
            case .failure:
                state.tell(name, .unknown)
                state.unanswered[name] = Self.uptime + retryTime
            }
        }
    }

    /// Asks again for the owners of names that the bus did not tell.
    private func askAgain(_ state: State) {
        guard let connection = state.connection, !state.unanswered.isEmpty else { return }
        let now = Self.uptime
        for (name, time) in state.unanswered where time <= now {
            state.unanswered[name] = nil
            askOwner(of: name, connection, state)
        }
    }

    private static var uptime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
