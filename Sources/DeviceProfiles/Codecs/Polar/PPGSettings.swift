package import Signals

/// What an optical sensor says of its own settings between its samples: Polar PPG frames of kinds 4, 5, 6, 9 and 14.
package struct PPGSettings: Hashable, Sendable {
    /// How often the light was measured per sample, one value per channel.
    package var integrations: [UInt8] = []
    /// The gain of each channel's first and second amplifier, 0 ... 7.
    package var gains: [[UInt8]] = []
    /// The mode that the sensor is in, as its own code; nil where the frame does not say.
    package var mode: UInt32?
    /// The sport that was chosen on the device, as its own code; nil where the frame does not say.
    package var sport: UInt64?

    /// Reads the settings of a frame.
    /// - Throws: `DecodeError` for another kind or another length.
    package init(_ header: PolarFrameHeader, _ bytes: RawSpan) throws(DecodeError) {
        var cursor = ByteCursor(bytes)
        try cursor.skip(PolarFrameHeader.size)
        switch header.kind {
        case 4, 9: try read(12, &cursor)
        case 5: mode = try cursor.little(UInt32.self)
        case 6: sport = try cursor.little(UInt64.self)
        case 14: try read(1, &cursor)
        default: throw PolarCodec.unsupported(header)
        }
        guard cursor.remaining == 0 else {
            throw DecodeError(.invalid("\(cursor.remaining) bytes behind the settings"), at: cursor.offset)
        }
    }

    private mutating func read(_ count: Int, _ cursor: inout ByteCursor) throws(DecodeError) {
        integrations = try cursor.array(count)
        for _ in 0..<count {
            gains.append([try cursor.little(UInt8.self) & 0x07, try cursor.little(UInt8.self) & 0x07])
        }
    }

    /// One sample of each channel that the settings fill, so that they are kept with their time. Codes are in words of 16
    /// bits, the highest first, which a number in single precision holds exactly.
    package var columns: [DecodedFrame.Column] {
        var columns: [DecodedFrame.Column] = []
        if !integrations.isEmpty {
            columns.append(
                .init(.ppgIntegrations, .count, axes: integrations.count, values: integrations.map { Float($0) }))
            let all = gains.flatMap { $0 }
            columns.append(.init(.ppgGain, .one, axes: all.count, values: all.map { Float($0) }))
        }
        if let mode {
            columns.append(.init(.ppgMode, .one, axes: 2, values: [Float(mode >> 16), Float(mode & 0xFFFF)]))
        }
        if let sport {
            let words = [48, 32, 16, 0].map { Float(sport >> UInt64($0) & 0xFFFF) }
            columns.append(.init(.sport, .one, axes: 4, values: words))
        }
        return columns
    }
}
