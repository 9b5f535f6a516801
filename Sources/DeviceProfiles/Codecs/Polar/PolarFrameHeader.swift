package import Signals

/// The first ten bytes of a value of the Polar data characteristic, FB005C82 (Polar BLE SDK, Online Measurement).
package struct PolarFrameHeader: Hashable, Sendable {
    /// Bytes of the header.
    package static let size = 10
    /// Nanoseconds from 1970 to 2000-01-01T00:00:00Z, where the device's clock begins.
    package static let epoch: Int64 = 946_684_800_000_000_000

    /// The stream that the frame belongs to.
    package var stream: PolarStream
    /// Nanoseconds since 2000 at the *last* sample, by the device's clock; 0 where the stream has no time.
    package var time: UInt64
    /// The layout of the content, 0 ... 127.
    package var kind: UInt8
    /// Whether the content is one sample and differences.
    package var isCompressed: Bool

    /// Reads a header.
    /// - Throws: `DecodeError` for fewer than ten bytes, or a type that names no stream.
    package init(_ bytes: RawSpan) throws(DecodeError) {
        var cursor = ByteCursor(bytes)
        let type = try cursor.little(UInt8.self)
        guard let stream = PolarStream(type: type) else {
            throw DecodeError(.unsupported("stream type \(type & 0x3F)"), at: 0)
        }
        self.stream = stream
        time = try cursor.little(UInt64.self)
        let kind = try cursor.little(UInt8.self)
        self.kind = kind & 0x7F
        isCompressed = kind & 0x80 != 0
    }

    /// The device's clock in nanoseconds since 2000; nil where the stream has no time.
    package var deviceTime: Int64? { time == 0 ? nil : Int64(clamping: time) }
}
