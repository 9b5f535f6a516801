import DeviceProfiles
import Signals

/// What is to be done again and again on a link.
struct LinkChores {
    private var nextReadings: [(index: Int, every: Double, next: Instant)] = []
    private var keepAlive: (every: Double, next: Instant)?

    init(access: BluetoothAccess, now: Instant) {
        for (index, reading) in access.readings.enumerated() {
            // All are read once at the beginning.
            nextReadings.append((index, reading.everySeconds.map { Double(max(1, $0)) } ?? 0, now))
        }
        keepAlive = access.connect.keepAlive.map {
            (Double(max(1, $0.everySeconds)), now.advanced(bySeconds: Double(max(1, $0.everySeconds))))
        }
    }

    /// The readings to be made now.
    mutating func dueReadings(at now: Instant) -> [Int] {
        var due: [Int] = []
        for place in nextReadings.indices where nextReadings[place].next <= now {
            due.append(nextReadings[place].index)
            nextReadings[place].next = now.advanced(bySeconds: nextReadings[place].every)
        }
        nextReadings.removeAll { $0.every == 0 && due.contains($0.index) }
        return due
    }

    /// Whether the write that keeps the device awake is due.
    mutating func isKeepAliveDue(at now: Instant) -> Bool {
        guard let keep = keepAlive, keep.next <= now else { return false }
        keepAlive?.next = now.advanced(bySeconds: keep.every)
        return true
    }
}
