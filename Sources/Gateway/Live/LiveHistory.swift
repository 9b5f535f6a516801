package import Analysis
package import Signals

/// The last ten minutes of one device, for a page that has just been opened.
package struct LiveHistory: Sendable {
    /// The time that the history goes back, in nanoseconds.
    package static let span: Int64 = 600_000_000_000

    /// Heart rate over 30 s after each notification, per minute.
    package private(set) var rates: [(time: Instant, rate: Double)] = []
    /// Beats, with the newest label of each.
    package private(set) var beats: [Beat] = []
    /// Load readings, the oldest first.
    package private(set) var loads: [LoadReading] = []
    /// Epochs of one second of movement, the oldest first.
    package private(set) var motion: [Epoch] = []

    init() {}

    mutating func add(_ reading: HeartReading) {
        if let rate = reading.window.heartRate.value { rates.append((reading.time, rate)) }
        beats += reading.beats
        let oldest = reading.time.advanced(byNanoseconds: -Self.span)
        trim(&rates) { $0.time < oldest }
        trim(&beats) { $0.time < oldest }
    }

    /// Gives a beat its final label.
    /// - Returns: the label that it had; nil when it is not among these.
    mutating func relabel(_ beat: Beat) -> Beat.Label? {
        guard let index = beats.lastIndex(where: { $0.time == beat.time }) else { return nil }
        defer { beats[index] = beat }
        return beats[index].label
    }

    mutating func add(_ reading: LoadReading) {
        loads.append(reading)
        trim(&loads) { $0.time < reading.time.advanced(byNanoseconds: -Self.span) }
    }

    mutating func add(_ epoch: Epoch) {
        motion.append(epoch)
        trim(&motion) { $0.start < epoch.start.advanced(byNanoseconds: -Self.span) }
    }

    /// Shows nothing of the heart any more, nor the loads that it gave.
    mutating func forgetHeart() { (rates, beats, loads) = ([], [], []) }

    /// Removes all movement.
    mutating func forgetMotion() {
        motion = []
        for index in loads.indices { loads[index].motion = nil }
    }

    /// Lets go of old entries, a hundred at a time so that each costs little.
    private func trim<Entry>(_ entries: inout [Entry], isOld: (Entry) -> Bool) {
        guard entries.count >= 100, isOld(entries[99]) else { return }
        entries.removeFirst(100)
    }
}
