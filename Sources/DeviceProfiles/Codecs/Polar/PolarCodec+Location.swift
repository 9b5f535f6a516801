import Signals

extension PolarCodec {
    /// Kind 0: position, speed, distance and course, of which speed and distance have columns; without a fix they are not
    /// numbers. Kind 1: altitude. Where somebody was is not kept. Kinds 2 and 3, satellites and the receiver's own
    /// sentences, have no column.
    func location(_ header: PolarFrameHeader, _ bytes: RawSpan, into frame: inout DecodedFrame) throws(DecodeError) {
        guard !header.isCompressed else { throw Self.unsupported(header) }
        switch header.kind {
        case 0: try positions(bytes, into: &frame)
        case 1: try altitudes(bytes, into: &frame)
        case 2:
            let count = try Self.samples(bytes, of: 41)
            throw DecodeError(.unsupported("\(count) summaries of satellites, for which there is no channel"), at: 9)
        case 3:
            let count = try Self.sentences(bytes)
            throw DecodeError(.unsupported("\(count) sentences of a receiver, for which there is no channel"), at: 9)
        default: throw Self.unsupported(header)
        }
    }

    private func positions(_ bytes: RawSpan, into frame: inout DecodedFrame) throws(DecodeError) {
        let count = try Self.samples(bytes, of: 51)
        var speeds: [Float] = []
        var distances: [Float] = []
        for index in 0..<count {
            var cursor = ByteCursor(bytes)
            try cursor.skip(PolarFrameHeader.size + 51 * index + 24)
            let distance = Float(try cursor.little(UInt32.self)) / 10
            let speed = Self.finite(Float(bitPattern: try cursor.little(UInt32.self)))
            try cursor.skip(16)
            let hasFix = try cursor.little(UInt8.self) != 0
            // Kilometres an hour.
            speeds.append(hasFix && speed >= 0 ? speed / 3.6 : .nan)
            distances.append(hasFix ? distance : .nan)
        }
        frame.columns.append(.init(.speed, .metresPerSecond, values: speeds))
        frame.columns.append(.init(.distance, .metres, values: distances))
    }

    private func altitudes(_ bytes: RawSpan, into frame: inout DecodedFrame) throws(DecodeError) {
        let count = try Self.samples(bytes, of: 6)
        var altitudes: [Float] = []
        for index in 0..<count {
            var cursor = ByteCursor(bytes)
            try cursor.skip(PolarFrameHeader.size + 6 * index + 2)
            let altitude = Float(try cursor.little(Int16.self))
            try cursor.skip(1)
            altitudes.append(try cursor.little(UInt8.self) != 0 ? altitude : .nan)
        }
        frame.columns.append(.init(.altitude, .metres, values: altitudes))
    }

    /// How many sentences a frame holds: each behind its period, its length and flags.
    private static func sentences(_ bytes: RawSpan) throws(DecodeError) -> Int {
        var cursor = ByteCursor(bytes)
        try cursor.skip(PolarFrameHeader.size)
        var count = 0
        while cursor.remaining > 0 {
            try cursor.skip(4)
            let length = Int(try cursor.little(UInt16.self))
            try cursor.skip(1 + length)
            count += 1
        }
        return count
    }
}
