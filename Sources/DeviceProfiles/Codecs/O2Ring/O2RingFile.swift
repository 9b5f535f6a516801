import Signals

/// A night that a ring of Viatom has recorded: 40 bytes about it, then five for each sample (MackeyStingray/o2r, o2file.py):
/// saturation, pulse, whether both are invalid, movement, vibration.
struct O2RingFile: Hashable, Sendable {
    /// Bytes before the first sample.
    static let headerSize = 40
    /// Bytes of a sample.
    static let recordSize = 5

    /// When it begins, in seconds since 1970 as the ring's clock shows them, which knows no zone.
    var start: Int64
    /// Seconds from one sample to the next: 2 or 4.
    var interval: Int64
    /// Samples in it.
    var count: Int

    /// Reads the head of a file of `size` bytes.
    /// - Throws: `DecodeError` for another version, a time that there is not, and an interval of no ring.
    init(_ header: RawSpan, size: Int) throws(DecodeError) {
        var cursor = ByteCursor(header)
        let version = try cursor.little(UInt16.self)
        // Of the fifth version the samples are the same (apneaboard.com, Viatom/Wellue Check Me O2, 13 November 2023).
        guard version == 3 || version == 5 else { throw DecodeError(.invalid("version \(version) of a file"), at: 0) }
        let year = Int(try cursor.little(UInt16.self))
        let (month, day) = (Int(try cursor.little(UInt8.self)), Int(try cursor.little(UInt8.self)))
        let hour = Int64(try cursor.little(UInt8.self))
        let (minute, second) = (Int64(try cursor.little(UInt8.self)), Int64(try cursor.little(UInt8.self)))
        _ = try cursor.little(UInt32.self)
        let duration = Int64(try cursor.little(UInt16.self))
        guard let date = CivilDate(year: year, month: month, day: day), (2000...2200).contains(year), hour < 24,
            minute < 60, second < 60
        else { throw DecodeError(.invalid("there is no such time"), at: 2) }
        start = Int64(date.daysSince1970) * 86_400 + hour * 3600 + minute * 60 + second
        count = max(0, size - Self.headerSize) / Self.recordSize
        guard count > 0, duration >= count else {
            throw DecodeError(.invalid("\(count) samples in \(duration) s"), at: 9)
        }
        interval = (duration + Int64(count) / 2) / Int64(count)
        guard interval == 2 || interval == 4 else {
            throw DecodeError(.invalid("a sample every \(interval) s"), at: 9)
        }
    }

    /// A sample; not a number where there is none.
    struct Record: Hashable, Sendable {
        var oxygen: Float
        var pulse: Float
        var movement: Float

        init(_ bytes: ArraySlice<UInt8>) {
            let bytes = Array(bytes.prefix(O2RingFile.recordSize))
            guard bytes.count == O2RingFile.recordSize else {
                (oxygen, pulse, movement) = (.nan, .nan, .nan)
                return
            }
            // Both come of one light: where one cannot be, the other is not to be trusted.
            let isValid = bytes[2] == 0 && (50...100).contains(bytes[0]) && (20...250).contains(bytes[1])
            oxygen = isValid ? Float(bytes[0]) : .nan
            pulse = isValid ? Float(bytes[1]) : .nan
            movement = Float(bytes[3])
        }
    }
}
