import Signals

extension PolarCodec {
    /// Kinds 0, 1 and 2: thousandths of g in 1, 2 or 3 bytes per axis. Compressed: kind 0 in steps of the factor in g, kind
    /// 1 in thousandths of g times the factor.
    func acceleration(
        _ header: PolarFrameHeader, _ bytes: RawSpan, _ factor: Float?, into frame: inout DecodedFrame
    ) throws(DecodeError) {
        let values: [Float]
        switch (header.isCompressed, header.kind) {
        case (false, 0...2): values = try Self.raw(bytes, size: Int(header.kind) + 1)
        case (true, 0):
            // Told no factor, 16 bits are taken to span the range: 8 g is what these devices have outside of SDK mode.
            let step = factor ?? (ranges[Int(header.stream.rawValue)] ?? 8) / 32_768
            values = try Self.deltas(bytes, DeltaContent(channels: 3, sampleBytes: 2)) { Float($0) * step }
        case (true, 1):
            if let factor, factor != 1 {
                values = try Self.deltas(bytes, DeltaContent(channels: 3, sampleBytes: 2)) { Float($0) * factor / 1000 }
            } else {
                values = try Self.deltas(bytes, DeltaContent(channels: 3, sampleBytes: 2)) { Float($0) / 1000 }
            }
        default: throw Self.unsupported(header)
        }
        frame.columns.append(.init(.acceleration, .standardGravity, axes: 3, values: values))
    }

    /// Whole samples of three axes of `size` bytes each.
    private static func raw(_ bytes: RawSpan, size: Int) throws(DecodeError) -> [Float] {
        let total = 3 * (try samples(bytes, of: 3 * size))
        return [Float](unsafeUninitializedCapacity: total) { buffer, written in
            guard let out = buffer.baseAddress else { return }
            bytes.withUnsafeBytes { raw in
                guard let start = raw.baseAddress else { return }
                let input = start + PolarFrameHeader.size
                switch size {
                case 1:
                    for index in 0..<total {
                        out[index] = Float(input.load(fromByteOffset: index, as: Int8.self)) / 1000
                    }
                case 2:
                    for index in 0..<total {
                        let value = input.loadUnaligned(fromByteOffset: 2 &* index, as: Int16.self)
                        out[index] = Float(Int16(littleEndian: value)) / 1000
                    }
                default: for index in 0..<total { out[index] = Float(signed24(input, 3 &* index)) / 1000 }
                }
            }
            written = total
        }
    }

    /// Compressed kind 0: 16 bits times the factor; kind 1: single precision times the factor. Degrees per second.
    func gyroscope(
        _ header: PolarFrameHeader, _ bytes: RawSpan, _ factor: Float, into frame: inout DecodedFrame
    ) throws(DecodeError) {
        guard header.isCompressed else { throw Self.unsupported(header) }
        let values: [Float]
        switch header.kind {
        case 0: values = try Self.deltas(bytes, DeltaContent(channels: 3, sampleBytes: 2)) { Float($0) * factor }
        case 1:
            values = try Self.deltas(bytes, DeltaContent(channels: 3, sampleBytes: 4)) {
                Self.finite(Float(bitPattern: UInt32(bitPattern: $0)) * factor)
            }
        default: throw Self.unsupported(header)
        }
        frame.columns.append(.init(.angularVelocity, .degreesPerSecond, axes: 3, values: values))
    }

    /// Compressed kind 0: gauss in steps of the factor; kind 1: thousandths of gauss times the factor, with the sensor's
    /// calibration state, which has no column.
    func magnetometer(
        _ header: PolarFrameHeader, _ bytes: RawSpan, _ factor: Float, into frame: inout DecodedFrame
    ) throws(DecodeError) {
        guard header.isCompressed else { throw Self.unsupported(header) }
        let values: [Float]
        switch header.kind {
        case 0: values = try Self.deltas(bytes, DeltaContent(channels: 3, sampleBytes: 2)) { Float($0) * factor }
        case 1:
            let all = try Self.deltas(bytes, DeltaContent(channels: 4, sampleBytes: 2)) { Float($0) * factor / 1000 }
            values = all.indices.filter { $0 % 4 < 3 }.map { all[$0] }
        default: throw Self.unsupported(header)
        }
        frame.columns.append(.init(.magneticField, .gauss, axes: 3, values: values))
    }
}

/// A signed little-endian number of three bytes.
@inline(__always)
func signed24(_ input: UnsafeRawPointer, _ offset: Int) -> Int32 {
    let low = UInt32(input.load(fromByteOffset: offset, as: UInt8.self))
    let middle = UInt32(input.load(fromByteOffset: offset &+ 1, as: UInt8.self))
    let high = UInt32(input.load(fromByteOffset: offset &+ 2, as: UInt8.self))
    return Int32(bitPattern: low << 8 | middle << 16 | high << 24) >> 8
}
