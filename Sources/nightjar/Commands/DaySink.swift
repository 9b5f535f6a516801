import Analysis
import Gateway
import Recordings
import Signals

/// Takes a recording for its nights and its light.
struct DaySink: RecordingSink {
    var nights: RecordingNights
    /// Lux by the recorder's own epochs, or minutes where it is quicker.
    private(set) var light: [String: LightSums] = [:]

    /// Channels of light, with the field that they go to.
    private static let fields: [Channel: String] = [
        .light: "lux", Channel(rawValue: "melanopic_light"): "melanopic_edi",
    ]

    init(nights: RecordingNights) { self.nights = nights }

    mutating func begin(_ header: RecordingHeader) {
        nights.begin(header)
        for recorded in header.channels {
            guard let field = Self.fields[recorded.channel] else { continue }
            let seconds = recorded.nominalRate.map { $0 > 0 ? (1 / $0).rounded() : 60 } ?? 60
            let fits = seconds >= 1 && seconds <= 60 && 60.truncatingRemainder(dividingBy: seconds) == 0
            light[field] = LightSums(seconds: fits ? Int(seconds) : 60)
        }
    }

    mutating func receive(_ batch: SampleBatch) {
        nights.receive(batch)
        if let field = Self.fields[batch.channel] { light[field]?.add(batch) }
    }

    /// The exposure of each kind of light, in local time of `zone`.
    func exposures(in zone: Zone) -> [(field: String, exposure: LightExposure)] {
        light.sorted { $0.key < $1.key }.compactMap { field, sums in
            sums.series(in: zone).map { (field, LightExposure($0)) }
        }
    }
}

/// Means of light on an even grid.
struct LightSums {
    /// The length of an epoch, in seconds.
    let seconds: Int
    private var sums: [Int64: (sum: Double, count: Int)] = [:]

    init(seconds: Int) { self.seconds = seconds }

    mutating func add(_ batch: SampleBatch) {
        let length = Int64(seconds) * 1_000_000_000
        for index in 0..<batch.count {
            let lux = Double(batch.values[index * batch.axes])
            guard lux.isFinite, lux >= 0 else { continue }
            let time = batch.times.instant(at: index).nanoseconds
            let place = time / length - (time % length < 0 ? 1 : 0)
            let old = sums[place] ?? (0, 0)
            sums[place] = (old.sum + lux, old.count + 1)
        }
    }

    /// The epochs in local time; nil without any, or when they lie more than 400 days apart.
    func series(in zone: Zone) -> WallClockSeries? {
        let length = Int64(seconds) * 1_000_000_000
        guard let first = sums.keys.min(), let last = sums.keys.max(), last - first < 400 * 86_400 / Int64(seconds)
        else { return nil }
        let values = (first...last).map { place in sums[place].map { $0.sum / Double($0.count) } ?? .nan }
        return WallClockSeries(
            start: Instant(nanoseconds: first * length), epochSeconds: seconds, values: values, states: [], zone: zone)
    }
}
