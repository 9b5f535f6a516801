import Signals

extension PolarCodec {
    /// Kind 0: 24 bits in microvolts; kind 1: 14 bits without sign, then skin contact and impedance, which have no column;
    /// kind 2: 18 bits without sign, then tags; kind 3: 24 bits, then 24 bits of a second electrode pair and a state.
    func ecg(_ header: PolarFrameHeader, _ bytes: RawSpan, into frame: inout DecodedFrame) throws(DecodeError) {
        guard !header.isCompressed, header.kind <= 3 else { throw Self.unsupported(header) }
        let size = header.kind == 3 ? 7 : 3
        let count = try Self.samples(bytes, of: size)
        let mask: Int32 = header.kind == 1 ? 0x3FFF : header.kind == 2 ? 0x3FFFF : -1
        let values = [Float](unsafeUninitializedCapacity: count) { buffer, written in
            bytes.withUnsafeBytes { raw in
                guard let start = raw.baseAddress else { return }
                for index in 0..<count {
                    buffer[index] = Float(signed24(start, PolarFrameHeader.size &+ size &* index) & mask)
                }
            }
            written = count
        }
        frame.columns.append(.init(.ecg, .microvolts, values: values))
    }

    /// Optical channels and a state per sample, by the kind of a compressed frame. Kind 0 has ambient light as its last
    /// channel and no state.
    private static let opticalChannels: [UInt8: (channels: Int, states: Int)] = [
        0: (4, 0), 7: (16, 1), 8: (24, 1), 10: (20, 1), 13: (2, 1),
    ]

    /// Kind 0: three optical channels and ambient light, whole or as differences. Compressed kinds 7, 8, 10 and 13: 16, 24, 20
    /// or 2 channels and a state, which has no column. Kinds 4, 5, 6, 9 and 14 tell of the sensor's settings.
    func ppg(
        _ header: PolarFrameHeader, _ bytes: RawSpan, _ factor: Float, into frame: inout DecodedFrame
    ) throws(DecodeError) {
        if !header.isCompressed { return try rawPPG(header, bytes, into: &frame) }
        guard let (channels, states) = Self.opticalChannels[header.kind] else { throw Self.unsupported(header) }
        let all = try Self.deltas(bytes, DeltaContent(channels: channels + states, sampleBytes: 3)) {
            Float($0) * factor
        }
        var values = all
        if states > 0 {
            values = []
            values.reserveCapacity(all.count)
            for (index, value) in all.enumerated() where index % (channels + states) < channels { values.append(value) }
        }
        frame.columns.append(.init(.ppg, .count, axes: channels, values: values))
    }

    private func rawPPG(
        _ header: PolarFrameHeader, _ bytes: RawSpan, into frame: inout DecodedFrame
    ) throws(DecodeError) {
        guard header.kind == 0 else {
            frame.columns += try PPGSettings(header, bytes).columns
            return
        }
        let count = 4 * (try Self.samples(bytes, of: 12))
        let values = [Float](unsafeUninitializedCapacity: count) { buffer, written in
            bytes.withUnsafeBytes { raw in
                guard let start = raw.baseAddress else { return }
                for index in 0..<count { buffer[index] = Float(signed24(start, PolarFrameHeader.size &+ 3 &* index)) }
            }
            written = count
        }
        frame.columns.append(.init(.ppg, .count, axes: 4, values: values))
    }

    /// Kind 0: pulse to pulse intervals. One that the sensor does not trust is not a number.
    func intervals(_ header: PolarFrameHeader, _ bytes: RawSpan, into frame: inout DecodedFrame) throws(DecodeError) {
        guard !header.isCompressed, header.kind == 0 else { throw Self.unsupported(header) }
        let count = try Self.samples(bytes, of: PulseInterval.size)
        var cursor = ByteCursor(bytes)
        try cursor.skip(PolarFrameHeader.size)
        var intervals: [Float] = []
        var errors: [Float] = []
        var rates: [Float] = []
        var contacts: [Float] = []
        for _ in 0..<count {
            let pulse = try PulseInterval(&cursor)
            intervals.append(pulse.isBlocked ? .nan : Float(pulse.interval))
            errors.append(Float(pulse.error))
            rates.append(pulse.rate == 0 ? .nan : Float(pulse.rate))
            contacts.append(pulse.contact.map { $0 ? 1 : 0 } ?? .nan)
        }
        frame.columns.append(.init(.rrInterval, .milliseconds, values: intervals))
        frame.columns.append(.init(.intervalError, .milliseconds, values: errors))
        frame.columns.append(.init(.heartRate, .perMinute, values: rates))
        frame.columns.append(.init(.contact, .one, values: contacts))
    }

    /// Kind 0: one heart rate per second and byte; kind 1: heart rate, quality and corrected heart rate. 0 is none.
    func heartRates(_ header: PolarFrameHeader, _ bytes: RawSpan, into frame: inout DecodedFrame) throws(DecodeError) {
        guard !header.isCompressed, header.kind <= 1 else { throw Self.unsupported(header) }
        let step = header.kind == 0 ? 1 : 3
        let count = try Self.samples(bytes, of: step)
        let values = (0..<count).map { index in
            let rate = bytes.unsafeLoad(fromByteOffset: PolarFrameHeader.size + step * index, as: UInt8.self)
            return rate == 0 ? Float.nan : Float(rate)
        }
        frame.columns.append(.init(.heartRate, .perMinute, values: values))
    }
}
