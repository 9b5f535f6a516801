import Signals

/// What a Polar device has recorded of one stream while no link was there, a file of its folder R (Polar BLE SDK,
/// OfflineRecordingData): how it is enciphered, a head with the time of the beginning, the settings of the stream, and frames
/// as they come on a link, each behind its length.
struct PolarRecordingFile: Hashable, Sendable {
    private static let signature: UInt32 = 0x3D7C_4C2B
    /// The settings' type of a measurement that is derived of another; its frames are others.
    private static let derived: UInt8 = 7

    /// The settings with which it was recorded.
    var settings = PolarSettings()
    /// The place of each frame in the file.
    var frames: [Range<Int>] = []
    /// Whether the last frame is cut.
    var isCut = false

    /// Reads all of a file but the contents of its frames.
    /// - Throws: `DecodeError` for one that is enciphered or none.
    init(_ bytes: RawSpan) throws(DecodeError) {
        var cursor = ByteCursor(bytes)
        guard try cursor.little(UInt8.self) == 0 else {
            throw DecodeError(.unsupported("a recording that is enciphered"), at: 0)
        }
        guard try cursor.little(UInt32.self) == Self.signature else {
            throw DecodeError(.mismatch("no recording"), at: 1)
        }
        // Version, a free word, a hash of the firmware, and the beginning by the device's calendar.
        try cursor.skip(12 + 20)
        let settings = try cursor.array(Int(try cursor.little(UInt8.self)))
        guard settings.first != Self.derived else {
            throw DecodeError(.unsupported("a derived measurement"), at: cursor.offset)
        }
        // A single byte stands for none.
        if settings.count > 1 {
            var inner = ByteCursor(settings.span.bytes, base: cursor.offset)
            self.settings = try PolarSettings(&inner)
        }
        let security = try cursor.array(Int(try cursor.little(UInt8.self)))
        guard security.first ?? 0 == 0 else {
            throw DecodeError(.unsupported("a recording that is enciphered"), at: cursor.offset)
        }
        while cursor.remaining >= 2 {
            let length = Int(try cursor.little(UInt16.self))
            guard length >= PolarFrameHeader.size, length <= cursor.remaining else {
                isCut = true
                break
            }
            frames.append(cursor.offset..<(cursor.offset + length))
            try cursor.skip(length)
        }
        guard !frames.isEmpty else { throw DecodeError(.invalid("a recording without a frame"), at: cursor.offset) }
    }
}
