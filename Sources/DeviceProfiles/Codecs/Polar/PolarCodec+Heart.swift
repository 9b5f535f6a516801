import Signals

extension PolarCodec {
    /// Kind 0: 24 bits in microvolts; kind 2: 18 bits without sign; kind 3: 24 bits, then 24 bits of a second electrode pair
    /// and a state, which have no column.
    func ecg(_ header: PolarFrameHeader, _ bytes: RawSpan, into frame: inout DecodedFrame) throws(DecodeError) {
        guard !header.isCompressed else { throw Self.unsupported(header) }
        let size =
            switch header.kind {
            case 0, 2: 3
            case 3: 7
            default: throw Self.unsupported(header)
            }
        let count = try Self.samples(bytes, of: size)
        let mask: Int32 = header.kind == 2 ? 0x3FFFF : -1
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

    /// Kind 0: three optical channels and ambient light, whole or as differences. Compressed kinds 7 and 10: 16 or 20
    /// channels and a state, which has no column. Kinds 4, 5 and 14 tell of gains and integration times: nothing to stream.
    func ppg(_ header: PolarFrameHeader, _ bytes: RawSpan, into frame: inout DecodedFrame) throws(DecodeError) {
        let channels: Int
        var values: [Float]
        switch (header.isCompressed, header.kind) {
        case (false, 0):
            channels = 4
            let count = 4 * (try Self.samples(bytes, of: 12))
            values = [Float](unsafeUninitializedCapacity: count) { buffer, written in
                bytes.withUnsafeBytes { raw in
                    guard let start = raw.baseAddress else { return }
                    for index in 0..<count {
                        buffer[index] = Float(signed24(start, PolarFrameHeader.size &+ 3 &* index))
                    }
                }
                written = count
            }
        case (true, 0):
            channels = 4
            values = try Self.deltas(bytes, DeltaContent(channels: 4, sampleBytes: 3)) { Float($0) }
        case (true, 7), (true, 10):
            channels = header.kind == 7 ? 16 : 20
            let all = try Self.deltas(bytes, DeltaContent(channels: channels + 1, sampleBytes: 3)) { Float($0) }
            values = []
            values.reserveCapacity(all.count)
            for (index, value) in all.enumerated() where index % (channels + 1) < channels { values.append(value) }
        case (false, 4), (false, 5), (false, 14):
            _ = try PPGSettings(header, bytes)
            return
        default: throw Self.unsupported(header)
        }
        frame.columns.append(.init(.ppg, .count, axes: channels, values: values))
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
