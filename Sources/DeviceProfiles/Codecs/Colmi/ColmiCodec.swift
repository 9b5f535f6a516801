package import Signals

/// The packets of a Colmi ring, codec `colmi-packet`: live heart rate and oxygen saturation, battery charge, and a day's
/// log of heart rates, whose device time is that of the *first* rate, in nanoseconds since 1970 of a clock that takes local
/// time for UTC.
package struct ColmiCodec: FrameCodec {
    /// The codec's name in profiles.
    package static let name = "colmi-packet"

    private var log = ColmiHeartLog()

    /// A codec at the start of a stream.
    package init() {}

    /// Decodes one packet of 16 bytes.
    package mutating func decode(_ bytes: RawSpan, into frame: inout DecodedFrame) throws(DecodeError) {
        let packet = try ColmiPacket(bytes)
        switch packet.command {
        case 0x03: try battery(packet, into: &frame)
        case 0x15: try heartLog(packet, into: &frame)
        case 0x69: try live(packet, into: &frame)
        case 0x80...: throw DecodeError(.invalid("the ring refuses command \(packet.command & 0x7F)"), at: 0)
        default: break
        }
    }

    /// Discards an incomplete day of heart rates.
    package mutating func reset() { log.reset() }

    private func battery(_ packet: ColmiPacket, into frame: inout DecodedFrame) throws(DecodeError) {
        var cursor = ByteCursor(packet.data.span.bytes)
        let charge = try cursor.little(UInt8.self)
        guard charge <= 100 else { throw DecodeError(.invalid("a charge of \(charge) %"), at: 1) }
        frame.columns.append(.init(.batteryLevel, .percent, values: [Float(charge)]))
    }

    private mutating func heartLog(_ packet: ColmiPacket, into frame: inout DecodedFrame) throws(DecodeError) {
        guard let rates = try log.take(packet) else { return }
        frame.deviceTime = Int64(log.midnight) * 1_000_000_000
        let slot = Int64(log.minutes) * 60_000_000_000
        frame.sampleTimes = rates.indices.map { Int64(log.midnight) * 1_000_000_000 + Int64($0) * slot }
        frame.columns.append(.init(.heartRate, .perMinute, values: rates))
    }

    /// A type, an error and a value, which is 0 while the ring still measures.
    private func live(_ packet: ColmiPacket, into frame: inout DecodedFrame) throws(DecodeError) {
        var cursor = ByteCursor(packet.data.span.bytes)
        let type = try cursor.little(UInt8.self)
        let error = try cursor.little(UInt8.self)
        let value = try cursor.little(UInt8.self)
        guard error == 0 else {
            frame.remarks.append("the ring could not measure (error \(error)); it may not be worn")
            return
        }
        guard value > 0 else { return }
        switch type {
        case 1: frame.columns.append(.init(.heartRate, .perMinute, values: [Float(value)]))
        case 3 where value <= 100: frame.columns.append(.init(.oxygenSaturation, .percent, values: [Float(value)]))
        default: break
        }
    }
}
