package import Signals

/// The serial lines of an OpenMovement AxLE band, codec `axle-lines`.
///
/// Packets of the stream have the counter (32 768 per second, 24 bits) at their *last* sample; blocks of epochs have the
/// device time, in whole seconds of the band's clock, at the *first* of them. Figures: `range`, the range in g that the
/// stream was started with; 8 unless told.
package struct AxLECodec: FrameCodec {
    /// The codec's name in profiles.
    package static let name = "axle-lines"

    private var lines = LineAssembler(limit: 2 * AxLEBlock.size)
    private var range: Float = 8

    /// A codec at the start of a stream.
    package init() {}

    /// Takes a piece of a line and decodes the first line that it ends.
    package mutating func decode(_ bytes: RawSpan, into frame: inout DecodedFrame) throws(DecodeError) {
        lines.append(bytes)
        _ = try decodeNext(into: &frame)
    }

    /// Decodes the next complete line; false when none with values is left.
    package mutating func decodeNext(into frame: inout DecodedFrame) throws(DecodeError) -> Bool {
        while let line = lines.next() {
            switch try AxLELine(line) {
            case .stream(let packet):
                fill(&frame, packet)
                return true
            case .block(let block) where !block.epochs.isEmpty:
                Self.fill(&frame, block)
                return true
            case .battery(let percent):
                frame.columns.append(.init(.batteryLevel, .percent, values: [Float(percent)]))
                return true
            default: continue
            }
        }
        return false
    }

    /// Sets the accelerometer's `range` in g; other names are ignored.
    package mutating func set(_ name: String, to value: Double) {
        if name == "range", value > 0, value <= 64 { range = Float(value) }
    }

    /// Discards an incomplete line.
    package mutating func reset() { lines.reset() }

    private func fill(_ frame: inout DecodedFrame, _ packet: AxLEStreamPacket) {
        let step = range / 32_768
        frame.counter = UInt64(packet.counter)
        frame.columns.append(
            .init(.acceleration, .standardGravity, axes: 3, values: packet.axes.map { Float($0) * step }))
        frame.columns.append(.init(.temperature, .celsius, values: [packet.temperature]))
    }

    private static func fill(_ frame: inout DecodedFrame, _ block: AxLEBlock) {
        frame.sequence = UInt64(block.number)
        frame.deviceTime = Int64(block.time) * 1_000_000_000
        let epochs = block.epochs
        frame.columns.append(.init(.counts, .count, values: epochs.map { Float($0.motion) }))
        frame.columns.append(.init(.steps, .count, values: epochs.map { Float($0.steps) }))
        frame.columns.append(.init(.temperature, .celsius, values: epochs.map { Float($0.temperature) }))
        frame.columns.append(.init(.orientation, .one, values: epochs.map { Float($0.orientation) }))
    }
}
