import Signals

/// Light, temperature, battery and events: one reading per sector, made when the sector is full, and so given the
/// time of the sector's last sample.
struct CWASlowChannels {
    /// The channels and units, in the order of a header.
    static let all: [(channel: Channel, unit: SignalUnit)] = [
        (.temperature, .celsius), (.light, .lux), (.battery, .volts), (.marker, .one),
    ]
    /// Event bits that are marks of their own and no fault: resume, single tap, double tap.
    static let marks: UInt8 = 0b0000_1111
    /// Event bits of a sensor's or the recorder's own buffer having run over.
    static let overruns: UInt8 = 0b0011_0000

    private let wanted: [Bool]
    private let isAX6: Bool
    private var values: [[Float]]
    private var stamps: [[Int64]]

    /// Values per batch.
    private static let batch = 512

    init(options: DecodeOptions, isAX6: Bool) {
        wanted = Self.all.map { options.wants($0.channel) }
        self.isAX6 = isAX6
        values = Self.all.map { _ in [] }
        stamps = values.map { _ in [] }
    }

    /// Whether any slow channel is wanted.
    var isWanted: Bool { wanted.contains(true) }

    /// Adds the readings of `sector` and returns whether it is time to hand on.
    mutating func add(_ sector: CWASector, at time: Int64) -> Bool {
        let marks = sector.events & Self.marks
        if wanted[0] { add(0, CWAConversions.temperature(sector.temperature), time) }
        if wanted[1] { add(1, CWAConversions.light(sector.scaleAndLight, isAX6: isAX6), time) }
        if wanted[2] { add(2, CWAConversions.battery(sector.battery), time) }
        if wanted[3], marks != 0 { add(3, Float(marks), time) }
        return stamps.contains { $0.count >= Self.batch }
    }

    private mutating func add(_ index: Int, _ value: Float, _ time: Int64) {
        values[index].append(value)
        stamps[index].append(time)
    }

    /// Returns the values as batches and clears them.
    mutating func take(device: DeviceID, received: Instant) -> [SampleBatch] {
        var batches: [SampleBatch] = []
        for (index, entry) in Self.all.enumerated() where !values[index].isEmpty {
            batches.append(
                SampleBatch(
                    device: device, channel: entry.channel, unit: entry.unit, values: values[index],
                    times: .stamped(stamps[index]), received: received))
            values[index] = []
            stamps[index] = []
        }
        return batches
    }
}
