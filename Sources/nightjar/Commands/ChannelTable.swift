import Recordings
import Signals

/// Writes one channel of a recording as CSV while it is decoded.
struct ChannelTable: RecordingSink {
    private let wanted: Channel?
    private let range: Range<Int64>
    private let buffer = RowBuffer()
    private var channel: Channel?

    /// A table of `channel`, or of the main channel, with the samples from `start` on and before `end`, in seconds since
    /// 1970.
    init(channel: Channel?, start: Double?, end: Double?) {
        wanted = channel
        let first = start.map { Self.nanoseconds($0) } ?? .min
        range = first..<max(first, end.map { Self.nanoseconds($0) } ?? .max)
    }

    mutating func begin(_ header: RecordingHeader) throws {
        guard let wanted = wanted ?? header.channels.first?.channel,
            let recorded = header.channels.first(where: { $0.channel == wanted })
        else {
            let names = header.channels.map(\.channel.rawValue).joined(separator: ", ")
            throw Failure(
                .notFound,
                "The recording has no channel \(wanted?.rawValue ?? "at all"); it has \(names.isEmpty ? "none" : names)."
            )
        }
        channel = wanted
        let isSingle = recorded.axes.count == 1 && wanted != .counts
        let columns = isSingle ? ["value"] : recorded.axes
        try buffer.row((["time_s"] + columns).joined(separator: ","))
    }

    mutating func receive(_ batch: SampleBatch) throws {
        guard batch.channel == channel else { return }
        try buffer.rows(of: batch, within: range)
    }

    /// Writes the buffered bytes.
    func finish() throws { try buffer.flush() }

    private static func nanoseconds(_ seconds: Double) -> Int64 {
        Instant(secondsSince1970: seconds)?.nanoseconds ?? (seconds < 0 ? .min : .max)
    }
}

/// Rows as text; a class because a table is copied and its buffer must not be.
private final class RowBuffer {
    private var numbers = NumberText()
    private var buffer = CSVBuffer()

    func row(_ text: String) throws {
        buffer.append(Array(text.utf8))
        try buffer.endRow(room: 1024)
    }

    func rows(of batch: SampleBatch, within range: Range<Int64>) throws {
        let axes = batch.axes
        let room = 64 + axes * 34
        for index in 0..<batch.count {
            let time = batch.times.instant(at: index).nanoseconds
            guard range.contains(time) else { continue }
            numbers.append(seconds: time, to: &buffer)
            for axis in 0..<axes {
                buffer.append(UInt8(ascii: ","))
                numbers.append(batch.values[index * axes + axis], to: &buffer)
            }
            try buffer.endRow(room: room)
        }
    }

    func flush() throws { try buffer.flush() }
}
