import Analysis
package import Signals
import Store

/// What else a device measured in a night, each channel on one even grid: light, temperature, skin contact, button, battery,
/// and whatever more its recorder has.
package struct NightChannels: Sendable {
    /// One channel.
    package struct Track: Hashable, Sendable {
        /// The name of the channel.
        package var channel: Channel
        /// The unit of its values.
        package var unit: SignalUnit
        /// The values of each axis, nil where there is none.
        package var axes: [[Double?]]
    }

    /// The length of a slot, in seconds.
    package static let seconds = 30
    /// What tracks of epochs tell, or what is too fast for a slot.
    private static let others: Set<Channel> = [
        .acceleration, .angularVelocity, .counts, .heartRate, .rrInterval, .vendorState,
    ]
    /// What is told when it changes: it holds until the next.
    private static let held: Set<Channel> = [.contact, .batteryLevel]

    /// The start of the first slot.
    package var start: Instant
    /// How many slots there are.
    package var count: Int
    /// The channels that hold anything, in order of name.
    package private(set) var tracks: [Track] = []

    /// The channels of a window.
    /// - Parameters:
    ///   - names: which; nil for all that there are.
    ///   - own: the parts of the window that may be told.
    /// - Throws: `Failure` when the store cannot be read.
    init(
        of device: DeviceID, recording: RecordingID?, in window: Range<Instant>, own: [Range<Instant>],
        names: Set<String>? = nil, store: Store
    ) throws {
        start = window.lowerBound
        count = min(10_000, max(0, Int(window.upperBound.seconds(since: start)) / Self.seconds))
        for (channel, unit, axes) in try store.channels(of: device, recording: recording)
        where !Self.others.contains(channel) && names?.contains(channel.rawValue) != false && (1...64).contains(axes) {
            var grid = Grid(count: count, axes: axes, isCount: channel == .marker)
            try store.forEachBatch(
                of: device, channel: channel, from: window.lowerBound, to: window.upperBound, recording: recording
            ) { batch in
                guard batch.axes == axes else { return }
                for index in 0..<batch.count {
                    let time = batch.times.instant(at: index)
                    guard own.contain(time) else { continue }
                    grid.add(batch.values[(index * axes)..<((index + 1) * axes)], at: slot(of: time))
                }
            }
            if Self.held.contains(channel) { grid.hold() }
            let values = grid.values
            guard values.contains(where: { $0.contains { $0 != nil } }) else { continue }
            if let last = tracks.indices.last, tracks[last].channel == channel { continue }
            tracks.append(Track(channel: channel, unit: unit, axes: values))
        }
    }

    private func slot(of time: Instant) -> Int {
        Int(time.nanoseconds(since: start) / (Int64(Self.seconds) * 1_000_000_000))
    }

    /// Sums of the samples of each slot.
    private struct Grid {
        private var sums: [[Double]]
        private var counts: [[Int]]
        private let isCount: Bool

        init(count: Int, axes: Int, isCount: Bool) {
            sums = .init(repeating: .init(repeating: 0, count: count), count: axes)
            counts = .init(repeating: .init(repeating: 0, count: count), count: axes)
            self.isCount = isCount
        }

        mutating func add(_ values: ArraySlice<Float>, at slot: Int) {
            for (axis, value) in values.enumerated() where value.isFinite && counts[axis].indices.contains(slot) {
                sums[axis][slot] += Double(value)
                counts[axis][slot] += 1
            }
        }

        /// Fills what follows a value with it, up to the next.
        mutating func hold() {
            for axis in sums.indices {
                var last: Double?
                for slot in sums[axis].indices {
                    if counts[axis][slot] > 0 {
                        last = sums[axis][slot] / Double(counts[axis][slot])
                    } else if let last {
                        (sums[axis][slot], counts[axis][slot]) = (last, 1)
                    }
                }
            }
        }

        /// Means, or how many marks there were, to six decimals at most.
        var values: [[Double?]] {
            sums.indices.map { axis in
                sums[axis].indices.map { slot in
                    let count = counts[axis][slot]
                    guard count > 0 else { return nil }
                    return isCount ? Double(count) : (sums[axis][slot] / Double(count) * 1e4).rounded() / 1e4
                }
            }
        }
    }
}

extension Gateway {
    /// The channels of the night of a date.
    /// - Throws: `Failure` with code `notFound` when there is no such night.
    package func channels(
        _ date: CivilDate?, device: DeviceID?, names: Set<String>?, _ visibility: Visibility
    ) throws -> (date: CivilDate, device: DeviceID, channels: NightChannels) {
        let stored = try chosenNight(date, device: device, visibility).night
        let window = stored.night.window
        let channels = try NightChannels(
            of: stored.device, recording: stored.recording, in: window,
            own: wearerRegistry.stretches(of: stored.device, in: window, visibility), names: names, store: store)
        return (stored.night.date, stored.device, channels)
    }
}
