import Devices
import Fuzzing
import Glibc
import Signals

/// Fuzzes the Heart Rate Measurement and everything that is made of it. The first byte of an input says what the rest
/// is: 0, one value; 1, a list of beats as text; others, notifications in a row, each as two bytes of milliseconds
/// since the one before (a 16-bit number with sign, the extremes for far jumps of the clock), one of length and the
/// value.
@main
enum FuzzHeartRate {
    static func main() {
        if CommandLine.arguments.dropFirst().first == "--seeds", let folder = CommandLine.arguments.last {
            return Seeds.write(to: folder)
        }
        exit(Fuzzer.run(testHeartRate))
    }
}

/// One input.
private func testHeartRate(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = [UInt8](UnsafeBufferPointer(start: start, count: count))
    guard let mode = input.first else { return 0 }
    let rest = Array(input.dropFirst())
    switch mode {
    case 0: checkValue(rest)
    case 1: checkText(rest)
    default: checkSession(rest)
    }
    return 0
}

/// A value decodes to the same after it was encoded, and an error points into the bytes.
private func checkValue(_ bytes: [UInt8]) {
    do {
        let value = try HeartRateMeasurement(bytes)
        var whole = value
        try whole.decode(value.encoded().span.bytes)
        precondition(whole.ignoredBytes == 0 && value.ignoredBytes <= bytes.count)
        precondition(whole.rate == value.rate && whole.contact == value.contact && whole.energy == value.energy)
        precondition(whole.intervals == value.intervals)
    } catch {
        precondition(error.offset >= 0 && error.offset <= bytes.count)
    }
}

private func checkText(_ bytes: [UInt8]) {
    do {
        let series = try BeatSeries(text: bytes, name: "fuzz")
        precondition(!series.beats.isEmpty && series.beats.allSatisfy { $0.rr > 0 && $0.rr.isFinite })
        precondition(zip(series.beats, series.beats.dropFirst()).allSatisfy { $0.time < $1.time })
    } catch is Failure {
    } catch {
        preconditionFailure("only a Failure may come out: \(error)")
    }
}

/// Every interval of a session becomes a beat or a loss, and time goes forward.
private func checkSession(_ bytes: [UInt8]) {
    let outlet = CheckingOutlet()
    var strap = HeartRateStrap(device: DeviceID(rawValue: "fuzz"))
    var arrival = Instant(nanoseconds: 1_700_000_000_000_000_000)
    var sent = 0
    var place = 0
    while place + 3 <= bytes.count {
        let wait = Int16(truncatingIfNeeded: Int(bytes[place]) | Int(bytes[place + 1]) << 8)
        let length = Int(bytes[place + 2])
        let value = Array(bytes[(place + 3)...].prefix(length))
        place += 3 + value.count
        switch wait {
        case .min: arrival = arrival.advanced(byNanoseconds: -1 << 62)
        case .max: arrival = arrival.advanced(byNanoseconds: 1 << 62)
        default: arrival = arrival.advanced(byNanoseconds: Int64(wait) * 1_000_000)
        }
        if let decoded = try? HeartRateMeasurement(value), decoded.contact != .absent {
            sent += decoded.intervals.count
        }
        outlet.arrival = arrival
        strap.receive(value, at: arrival, into: outlet)
    }
    strap.disconnect(reason: "the input has ended", at: arrival, into: outlet)
    precondition(outlet.beats + outlet.dropped == sent, "\(outlet.beats) + \(outlet.dropped) of \(sent)")
}

/// Checks what must hold for whatever is delivered. Used from one thread only, which is why it may be unchecked.
private final class CheckingOutlet: DeviceOutlet, @unchecked Sendable {
    var arrival = Instant(nanoseconds: 0)
    var beats = 0
    var dropped = 0
    private var last: Instant?

    func deliver(_ batch: SampleBatch) { precondition(batch.count > 0 && batch.values.allSatisfy { $0 >= 0 }) }

    func deliver(_ batch: BeatBatch) {
        for beat in batch.beats {
            if let last { precondition(beat.time >= last, "a beat comes before an earlier one") }
            precondition(beat.rr > 0 && beat.rr < 64_000)
            last = beat.time
        }
        beats += batch.beats.count
    }

    func deliver(_ event: DeviceEvent, at instant: Instant) {
        guard case .loss(let loss) = event else { return }
        precondition(loss.count >= 0 && loss.count.isFinite && !loss.detail.isEmpty)
        if loss.cause == .clockStep { last = nil }
        if loss.unit == .samples { dropped += Int(loss.count) }
    }
}
