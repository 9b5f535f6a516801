import Signals

/// Decodes the records of chest straps.
enum GT3XBeats {
    /// The value of a Bluetooth heart rate measurement (Heart Rate Service 3.1, characteristic 0x2A37).
    struct Measurement: Hashable {
        /// Beats per minute.
        var rate: Float
        /// RR intervals in milliseconds, oldest first.
        var intervals: [Float] = []
    }

    /// Reads a measurement as it came over Bluetooth; nil when it is not whole.
    static func bluetooth(_ payload: UnsafeRawBufferPointer) -> Measurement? {
        var cursor = ByteCursor(payload.bytes)
        guard let flags: UInt8 = try? cursor.little() else { return nil }
        let rate: Float
        if flags & 1 != 0 {
            guard let wide: UInt16 = try? cursor.little() else { return nil }
            rate = Float(wide)
        } else {
            guard let narrow: UInt8 = try? cursor.little() else { return nil }
            rate = Float(narrow)
        }
        var measurement = Measurement(rate: rate)
        if flags & 8 != 0 { guard (try? cursor.skip(2)) != nil else { return nil } }
        while flags & 16 != 0, let interval: UInt16 = try? cursor.little() {
            measurement.intervals.append(milliseconds(interval))
        }
        return measurement
    }

    /// RR intervals of an ANT+ record in milliseconds: a beat number and the times of two beats in each five bytes.
    /// - Parameters:
    ///   - payload: the record's.
    ///   - last: the number and the time of the last beat, which is changed; one that comes again is passed over.
    static func ant(_ payload: UnsafeRawBufferPointer, last: inout (number: UInt8, time: UInt16)?) -> [Float] {
        var cursor = ByteCursor(payload.bytes)
        var intervals: [Float] = []
        while let number: UInt8 = try? cursor.little(), let before: UInt16 = try? cursor.little(),
            let time: UInt16 = try? cursor.little()
        {
            defer { last = (number, time) }
            if let last, last.number == number, last.time == time { continue }
            let follows = last.map { $0.number &+ 1 == number } ?? false
            // A time of zero is none; then the beat before is that of the record before, if it is that.
            guard let start = before != 0 ? before : follows ? last?.time : nil else { continue }
            let interval = time &- start
            if interval > 0 { intervals.append(milliseconds(interval)) }
        }
        return intervals
    }

    private static func milliseconds(_ ticks: UInt16) -> Float { Float(ticks) * 1000 / 1024 }
}
