import Signals

/// The aggregation for one epoch length.
struct EpochLane {
    let grid: EpochGrid
    /// The seconds of the open epoch; nil between epochs.
    private(set) var range: Range<Int64>?
    private var samples = 0
    private var signed = 0.0
    private var magnitude = 0.0
    private var picks = 0
    private var angles = 0.0
    private var heart = HeartSum()

    /// A lane for epochs of `length` seconds.
    init(length: Int, zone: Zone) { grid = EpochGrid(length: Int64(length), zone: zone) }

    /// The second at which the open epoch ends; `.max` when none is open.
    var end: Int64 { range?.upperBound ?? .max }

    /// Adds a closed second; seconds come in order, and ``close(_:)`` before one that lies beyond ``end``.
    mutating func add(_ second: SettledSecond, angleSum: Double) {
        if range == nil { range = grid.range(around: second.second) }
        samples += second.samples
        signed += second.signed
        magnitude += second.magnitude
        picks += second.picks
        angles += angleSum
        heart += second.heart
    }

    /// Closes and returns the open epoch; nil when none is open.
    mutating func close(_ seconds: borrowing SecondRing) -> Epoch? {
        guard let range else { return nil }
        defer { empty() }
        var epoch = Epoch(
            start: Instant(nanoseconds: range.lowerBound * 1_000_000_000), seconds: Int(grid.length))
        if samples > 0 {
            let count = Double(samples)
            epoch.motion = Epoch.Motion(
                samples: samples,
                // max(e, 0) = (e + |e|) / 2, exactly.
                enmo: (signed + magnitude) / 2 / count,
                mad: seconds.deviation(over: range, from: signed / count) / count,
                angleZ: angles / Double(picks),
                enmoa: magnitude / count)
        }
        if heart.accepted > 0 {
            epoch.heart = Epoch.Heart(beats: heart.beats, rate: 60_000 * Double(heart.accepted) / heart.intervals)
        } else if heart.rates > 0 {
            epoch.heart = Epoch.Heart(beats: heart.beats, rate: heart.rateSum / Double(heart.rates))
        }
        return epoch.motion == nil && epoch.heart == nil ? nil : epoch
    }

    private mutating func empty() {
        range = nil
        (samples, signed, magnitude, picks, angles) = (0, 0, 0, 0, 0)
        heart = HeartSum()
    }
}
