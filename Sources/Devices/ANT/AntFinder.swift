package import Runtime
import Signals
import Synchronization
package import USB

/// Finds heart rate monitors and foot pods over ANT+ with the receivers that are plugged in. A receiver is nobody's
/// wearable: it listens whenever it is there, and whom it hears is listed and left alone until adopted.
package final class AntFinder: DeviceFinder {
    /// Waits before a receiver is tried again, in seconds.
    private static let backOff: [Double] = [2, 5, 10, 30]
    /// Between two looks at who was not heard, in seconds.
    private static let sweep = 5.0

    private let key: AntKey
    private let tree: USBTree
    private let context: USBContext?
    private let clock: any HostClock
    /// Makes the line to a receiver, which is reset where it answered nothing before.
    private let line: @Sendable (USBDevice, _ resets: Bool) -> (any SerialLine)?
    private let feed = AntFeed()
    private let sightings = Mutex(AntSightings())
    private let sticks = Mutex<[String: Task<Void, Never>]>([:])

    /// A finder on the machine's buses.
    /// - Parameters:
    ///   - key: the network key.
    ///   - context: libusb, without which no receiver can be used.
    ///   - tree: where the bus is looked at.
    ///   - clock: what is waited on.
    package convenience init(
        key: AntKey, context: USBContext?, tree: USBTree = USBTree(), clock: any HostClock = WallClock()
    ) {
        self.init(key: key, context: context, tree: tree, clock: clock) { device, resets in
            context.flatMap { BulkLine(device, context: $0, resets: resets) }
        }
    }

    init(
        key: AntKey, context: USBContext?, tree: USBTree, clock: any HostClock,
        line: @escaping @Sendable (USBDevice, _ resets: Bool) -> (any SerialLine)?
    ) {
        self.key = key
        self.context = context
        self.tree = tree
        self.clock = clock
        self.line = line
    }

    /// Finds on ANT only.
    package var buses: Set<FoundDevice.Bus> { [.ant] }

    /// Listens until the task is cancelled.
    package func run(reporting report: @escaping @Sendable (FinderEvent) -> Void) async throws {
        defer {
            for task in sticks.withLock({ $0.values.map(\.self) }) { task.cancel() }
            sticks.withLock { $0 = [:] }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [self] in
                try await USBMonitor(tree: tree, context: context).run { [self] in take($0, report) }
            }
            group.addTask { [self] in
                while true {
                    try await clock.wait(seconds: Self.sweep)
                    let now = clock.now
                    for event in sightings.withLock({ $0.sweep(at: now) }) { report(event) }
                }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// Takes in that a USB device was attached, changed or removed.
    func take(_ event: USBEvent, _ report: @escaping @Sendable (FinderEvent) -> Void) {
        switch event {
        case .attached(let device), .changed(let device):
            guard device.isAntStick else { return }
            sticks.withLock { sticks in
                guard sticks[device.path] == nil else { return }
                sticks[device.path] = Task { [weak self] in await self?.serve(device, report) }
            }
        case .detached(let path):
            let (stick, isLast) = sticks.withLock { sticks in
                let stick = sticks.removeValue(forKey: path)
                return (stick, sticks.isEmpty)
            }
            guard let stick else { return }
            stick.cancel()
            feed.receiver(path, isListening: false, reason: "The ANT+ stick was unplugged.")
            if isLast { report(.obstacle(.ant, nil)) }
        }
    }

    /// Uses one receiver for as long as it is plugged in.
    private func serve(_ device: USBDevice, _ report: @escaping @Sendable (FinderEvent) -> Void) async {
        var failures = 0
        /// Whether it was open and answered nothing. One that another program uses is not reset under it.
        var isMute = false
        while !Task.isCancelled {
            var (trouble, pause) = (key.advice, Self.backOff[0])
            if let key = key.bytes {
                do {
                    let stick = try stick(device, key, resets: isMute, report)
                    defer {
                        failures = stick.hasListened ? 0 : failures + 1
                        if stick.wasOpened { isMute = !stick.hasAnswered }
                    }
                    try await stick.run()
                } catch {
                    if Task.isCancelled || error is CancellationError { return }
                    trouble = (error as? Failure)?.message ?? "\(error)"
                }
                pause = Self.backOff[min(max(failures - 1, 0), Self.backOff.count - 1)]
            }
            if Task.isCancelled { return }
            feed.receiver(device.path, isListening: false, reason: trouble)
            report(.obstacle(.ant, trouble))
            try? await clock.wait(seconds: pause)
        }
    }

    private func stick(
        _ device: USBDevice, _ key: [UInt8], resets: Bool, _ report: @escaping @Sendable (FinderEvent) -> Void
    ) throws -> AntStick {
        guard let line = line(device, resets) else {
            throw Failure(.failed, "\(device) cannot be used: libusb is not there, or the stick is of another make.")
        }
        let path = device.path
        return AntStick(line, key: key, clock: clock) { [weak self] action, now in
            guard let self else { return }
            switch action {
            case .listening:
                feed.receiver(path, isListening: true, reason: "")
                report(.obstacle(.ant, nil))
            case .heard(let sender, let payload, let rssi):
                guard let sensor = AntIdentifier(sender) else { break }
                if let event = sightings.withLock({ $0.take(sensor, payload, rssi: rssi, at: now) }) { report(event) }
                feed.heard(sensor, payload: payload, rssi: rssi, at: now)
            case .send, .failed: break
            }
        }
    }

    /// A session; the monitor may be away and is waited for.
    /// - Throws: `Failure` when `device` is none of this finder's.
    package func source(for device: FoundDevice, choices: DeviceChoices) throws -> any DeviceSource {
        guard device.bus == .ant, let sensor = AntIdentifier(id: device.id) else {
            throw Failure(.notFound, "\(device.name ?? device.id) is no sensor on ANT+.")
        }
        guard choices.profile ?? sensor.kind.rawValue == sensor.kind.rawValue else {
            throw Failure(.usage, "\(device.name ?? device.id) is used with \(sensor.kind.rawValue) only.")
        }
        let description =
            device.description ?? AntSession.description(sensor, identity: nil)
        return AntSession(description, sensor, feed: feed, clock: clock)
    }
}
