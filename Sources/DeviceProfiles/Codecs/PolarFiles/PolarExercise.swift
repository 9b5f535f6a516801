import Signals

/// What an H10 has recorded by itself, its file SAMPLES.BPB (Polar BLE SDK, exercise_samples.proto and
/// exercise_rr_samples.proto): a heart rate each so many seconds, or the intervals between beats.
struct PolarExercise: Hashable, Sendable {
    /// No recording has more values: 50 hours of one a second, or of beats at more than 200 a minute.
    static let limit = 1 << 20

    /// Milliseconds from one heart rate to the next.
    var interval = 0
    /// Heart rates per minute; not a number where there was none.
    var rates: [Float] = []
    /// Milliseconds between beats.
    var intervals: [UInt32] = []

    /// Reads a file.
    /// - Throws: `DecodeError` for bytes that are none, too many values, and heart rates without a time from one to the
    ///   next.
    init(_ content: [UInt8]) throws(DecodeError) {
        var offline: [Range<Int>] = []
        var reader = ProtocolBufferReader(content[...])
        while let (field, value) = try reader.next() {
            switch field {
            case 1: interval = try Self.duration(value)
            case 2: try Self.numbers(value) { rates.append((20...250).contains($0) ? Float($0) : .nan) }
            case 3:
                if let span = try Self.span(value), offline.count < 4096 { offline.append(span) }
            case 28:
                var inner = ProtocolBufferReader(value.content ?? [])
                while let (field, value) = try inner.next() {
                    guard field == 1 else { continue }
                    try Self.numbers(value) { intervals.append(UInt32(clamping: $0)) }
                }
            default: break
            }
            guard rates.count + intervals.count <= Self.limit else {
                throw DecodeError(.invalid("more than \(Self.limit) values"), at: 0)
            }
        }
        guard rates.isEmpty || (500...60_000).contains(interval) else {
            throw DecodeError(.invalid("a heart rate every \(interval) ms"), at: 0)
        }
        for span in offline {
            for index in span.clamped(to: rates.indices) { rates[index] = .nan }
        }
    }

    /// Hours, minutes, seconds and milliseconds.
    private static func duration(_ value: ProtocolBufferReader.Value) throws(DecodeError) -> Int {
        var reader = ProtocolBufferReader(value.content ?? [])
        var milliseconds: UInt64 = 0
        let units: [Int: UInt64] = [1: 3_600_000, 2: 60_000, 3: 1000, 4: 1]
        while let (field, value) = try reader.next() {
            guard let unit = units[field], let number = value.number else { continue }
            milliseconds += min(number, 1_000_000) * unit
            milliseconds = min(milliseconds, 1 << 40)
        }
        return Int(milliseconds)
    }

    /// From the first value to the last of those for which there was no contact.
    private static func span(_ value: ProtocolBufferReader.Value) throws(DecodeError) -> Range<Int>? {
        var reader = ProtocolBufferReader(value.content ?? [])
        var (first, last): (Int?, Int?)
        while let (field, value) = try reader.next() {
            if field == 1 { first = value.number.map { Int(clamping: $0) } }
            if field == 2 { last = value.number.map { Int(clamping: $0) } }
        }
        guard let first, let last, first <= last, last < limit else { return nil }
        return first..<(last + 1)
    }

    /// A list, packed or not.
    private static func numbers(
        _ value: ProtocolBufferReader.Value, _ take: (UInt64) -> Void
    ) throws(DecodeError) {
        if let number = value.number { return take(number) }
        var reader = ProtocolBufferReader(value.content ?? [])
        while let number = try reader.nextPacked() { take(number) }
    }
}
