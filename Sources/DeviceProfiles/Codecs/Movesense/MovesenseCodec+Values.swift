import Signals

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
