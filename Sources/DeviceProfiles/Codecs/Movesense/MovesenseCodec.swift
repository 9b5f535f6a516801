package import Signals

/// The GATT sensor protocol of Movesense, codec `movesense-gsp` (movesense-device-lib, GATT Sensor Data sample).
///
/// A value is a kind (1 result, 2 data, 3 and 4 further parts of data), the reference of the subscription, which must be
/// that of ``MovesenseStream``, and a payload. The counter is milliseconds since the sensor started, 32 bits, at the
/// *first* sample; heart rates have none.
package struct MovesenseCodec: FrameCodec {
    /// The codec's name in profiles.
    package static let name = "movesense-gsp"
    /// More bytes than the longest data have: part 4 ends at 3 * 150.
    private static let limit = 512

    /// Bytes of a message whose next part is still to come.
    private var pending: [UInt8] = []
    private var pendingReference: UInt8 = 0
    private var pendingKind: UInt8 = 0

    /// A codec at the start of a stream.
    package init() {}

    /// Decodes one notification.
    package mutating func decode(_ bytes: RawSpan, into frame: inout DecodedFrame) throws(DecodeError) {
        var cursor = ByteCursor(bytes)
        let kind = try cursor.little(UInt8.self)
        let reference = try cursor.little(UInt8.self)
        switch kind {
        case 1: try Self.checkResult(&cursor)
        case 2:
            let isInterrupted = !pending.isEmpty
            pending.removeAll(keepingCapacity: true)
            try take(kind, reference, bytes, into: &frame)
            if isInterrupted { frame.remarks.append("data without their last part") }
        case 3, 4:
            guard !pending.isEmpty, reference == pendingReference, kind == pendingKind + 1 else {
                throw DecodeError(.invalid("part \(kind - 1) of data without what came before"), at: 0)
            }
            try take(kind, reference, bytes, into: &frame)
        default: throw DecodeError(.unsupported("a message of kind \(kind)"), at: 0)
        }
    }

    /// Discards an incomplete message.
    package mutating func reset() { pending.removeAll(keepingCapacity: true) }

    private mutating func take(
        _ kind: UInt8, _ reference: UInt8, _ bytes: RawSpan, into frame: inout DecodedFrame
    ) throws(DecodeError) {
        guard let stream = MovesenseStream(rawValue: reference) else {
            throw DecodeError(.unsupported("reference \(reference)"), at: 1)
        }
        guard pending.count + bytes.byteCount <= Self.limit else {
            pending.removeAll(keepingCapacity: true)
            throw DecodeError(.invalid("data of more than \(Self.limit) bytes"), at: 0)
        }
        for index in 2..<bytes.byteCount { pending.append(bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self)) }
        guard stream.isWhole(pending.count) else {
            // Data are split at 150 bytes; what is shorter and not whole was cut.
            if kind < 4, bytes.byteCount >= 140 {
                (pendingReference, pendingKind) = (reference, kind)
                return
            }
            let count = pending.count
            pending.removeAll(keepingCapacity: true)
            throw DecodeError(.invalid("\(count) bytes are no whole samples of \(stream)"), at: 2)
        }
        defer { pending.removeAll(keepingCapacity: true) }
        try Self.fill(&frame, stream, pending.span.bytes)
    }

    private static func checkResult(_ cursor: inout ByteCursor) throws(DecodeError) {
        guard cursor.remaining >= 2 else { return }
        let status = try cursor.little(UInt16.self)
        guard status < 300 else { throw DecodeError(.invalid("the sensor refuses with status \(status)"), at: 2) }
    }
}

extension MovesenseCodec {
    /// Standard acceleration of free fall in m/s².
    private static let gravity: Float = 9.80665

    /// Decodes a whole payload, of a length that fits the stream.
    static func fill(
        _ frame: inout DecodedFrame, _ stream: MovesenseStream, _ payload: RawSpan
    ) throws(DecodeError) {
        var cursor = ByteCursor(payload)
        if stream != .heartRate, stream != .temperature { frame.counter = UInt64(try cursor.little(UInt32.self)) }
        switch stream {
        case .acceleration: try acceleration(&frame, &cursor, cursor.remaining / 4)
        case .gyroscope: try rotation(&frame, &cursor, cursor.remaining / 4)
        case .magnetometer: try field(&frame, &cursor, cursor.remaining / 4)
        case .motion6:
            let count = cursor.remaining / 8
            try acceleration(&frame, &cursor, count)
            try rotation(&frame, &cursor, count)
        case .motion9:
            let count = cursor.remaining / 12
            try acceleration(&frame, &cursor, count)
            try rotation(&frame, &cursor, count)
            try field(&frame, &cursor, count)
        case .ecg:
            var values: [Float] = []
            while cursor.remaining >= 2 { values.append(Float(try cursor.little(Int16.self))) }
            frame.columns.append(.init(.ecg, .microvolts, values: values))
        case .heartRate:
            let rate = try numbers(&cursor, 1)
            frame.columns.append(.init(.heartRate, .perMinute, values: rate))
            var intervals: [Float] = []
            while cursor.remaining >= 2 { intervals.append(Float(try cursor.little(UInt16.self))) }
            if !intervals.isEmpty { frame.columns.append(.init(.rrInterval, .milliseconds, values: intervals)) }
        case .temperature:
            let kelvin = try numbers(&cursor, 1)
            frame.counter = UInt64(try cursor.little(UInt32.self))
            frame.columns.append(.init(.temperature, .celsius, values: kelvin.map { $0 - 273.15 }))
        }
    }

    private static func acceleration(
        _ frame: inout DecodedFrame, _ cursor: inout ByteCursor, _ count: Int
    ) throws(DecodeError) {
        let values = try numbers(&cursor, count).map { $0 / gravity }
        frame.columns.append(.init(.acceleration, .standardGravity, axes: 3, values: values))
    }

    private static func rotation(
        _ frame: inout DecodedFrame, _ cursor: inout ByteCursor, _ count: Int
    ) throws(DecodeError) {
        frame.columns.append(
            .init(.angularVelocity, .degreesPerSecond, axes: 3, values: try numbers(&cursor, count)))
    }

    private static func field(
        _ frame: inout DecodedFrame, _ cursor: inout ByteCursor, _ count: Int
    ) throws(DecodeError) {
        frame.columns.append(.init(.magneticField, .microtesla, axes: 3, values: try numbers(&cursor, count)))
    }

    private static func numbers(_ cursor: inout ByteCursor, _ count: Int) throws(DecodeError) -> [Float] {
        var values: [Float] = []
        values.reserveCapacity(count)
        for _ in 0..<count {
            let value = Float(bitPattern: try cursor.little(UInt32.self))
            values.append(value.isFinite ? value : .nan)
        }
        return values
    }
}
