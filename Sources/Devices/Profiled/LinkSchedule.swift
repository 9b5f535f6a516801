import DeviceProfiles

/// Schedules the periodic work on a link, by the monotonic clock.
struct LinkSchedule {
    private var nextReadings: [(index: Int, every: Duration, next: Duration)] = []
    private var keepAlive: (every: Duration, next: Duration)?

    init(access: BluetoothAccess, now: Duration) {
        for (index, reading) in access.readings.enumerated() {
            // All are read once at the beginning.
            nextReadings.append((index, reading.everySeconds.map { .seconds(max(1, $0)) } ?? .zero, now))
        }
        keepAlive = access.connect.keepAlive.map {
            let every = Duration.seconds(max(1, $0.everySeconds))
            return (every, now + every)
        }
    }

    /// The readings that are due at `now`.
    mutating func dueReadings(at now: Duration) -> [Int] {
        var due: [Int] = []
        for place in nextReadings.indices where nextReadings[place].next <= now {
            due.append(nextReadings[place].index)
            nextReadings[place].next = now + nextReadings[place].every
        }
        nextReadings.removeAll { $0.every == .zero && due.contains($0.index) }
        return due
    }

    /// Whether the write that keeps the device awake is due.
    mutating func isKeepAliveDue(at now: Duration) -> Bool {
        guard let keep = keepAlive, keep.next <= now else { return false }
        keepAlive?.next = now + keep.every
        return true
    }
}
