public import Signals

/// The live rhythm of one heart: labels each beat and keeps heart rate, RMSSD and SDNN over sliding windows.
///
/// Artefacts are left out rather than interpolated, and no difference is taken across what is left out. It has no clock
/// of its own; all times are those of the data. Nothing is allocated per beat once the buffers are filled.
///
/// Minimum windows follow Munoz 2015 and Baek 2015: heart rate 10 s, RMSSD 30 s, SDNN 60 s.
public struct HeartRhythm: Sendable {
    var labeler: BeatLabeler
    var rates: [(time: Instant, rate: Double)] = []
    /// The start of the data without a silence of a window's length.
    var since: Instant?
    private var lastInput: Instant?
    var isInContact = true
    var scratch: [Double] = Array(repeating: 0, count: BeatLabeler.kept)

    static let rateWindow: Int64 = 30_000_000_000
    static let window: Int64 = 60_000_000_000
    private static let tolerableStepBack: Int64 = 10_000_000_000

    /// A rhythm without history.
    /// - Parameter tolerance: see ``BeatLabeler/init(tolerance:)``.
    public init(tolerance: Double = 10) {
        labeler = BeatLabeler(tolerance: tolerance)
        rates.reserveCapacity(128)
    }

    /// Adds a beat, in the order of time, and returns it with its provisional label.
    public mutating func receive(time: Instant, rr: Double) -> Beat {
        let span = rr.isFinite ? min(max(rr, 0), 4000) : 0
        note(time.advanced(byNanoseconds: -Int64(span * 1e6)), until: time)
        return labeler.append(time: time, rr: rr)
    }

    /// Adds a heart rate that the device computed, per minute; values outside 20 ... 300 are ignored.
    public mutating func receive(heartRate: Double, at time: Instant) {
        guard heartRate >= 20, heartRate <= 300 else { return }
        note(time, until: time)
        if rates.count >= 120 { rates.removeFirst(60) }
        rates.append((time, heartRate))
    }

    /// Tells whether the sensor touches the skin; without contact nothing can be known, and afterwards the windows
    /// begin anew.
    public mutating func receive(contact: Bool, at time: Instant) {
        if contact, !isInContact {
            since = nil
            lastInput = nil
        }
        isInContact = contact
    }

    /// The next beat whose label is final, in order; nil when none is ready. To be drained after each beat.
    public mutating func nextSettled() -> Beat? { labeler.nextSettled() }

    /// Settles all labels: the series has ended.
    public mutating func finish() { labeler.finish() }

    private mutating func note(_ start: Instant, until end: Instant) {
        if let lastInput {
            let step = end.nanoseconds(since: lastInput)
            // A long silence, or a clock that was put back, begins the windows anew.
            if step > Self.window || step < -Self.tolerableStepBack {
                since = nil
                self.lastInput = nil
            }
        }
        if since == nil { since = start }
        lastInput = max(end, lastInput ?? end)
    }
}
