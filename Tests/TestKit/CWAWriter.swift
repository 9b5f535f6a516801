/// Writes Axivity recordings as the recorder's firmware does, with a true rate that is not the nominal one and a
/// clock that is read when the sensor's buffer reaches its watermark. It shares no code with the decoder.
package struct CWAWriter {
    /// How a recorder is set up and what it is really like.
    package struct Settings: Sendable {
        /// Number of the recorder.
        package var device: UInt32 = 23_456
        /// Number of the session.
        package var session: UInt32 = 77
        /// `AX6` or not.
        package var isAX6 = false
        /// 0x30 packed, 0x32 acceleration, 0x62 six axes, 0x92 nine axes.
        package var packing: UInt8 = 0x30
        /// Rate and range; 74 is 100 Hz and 8 g. 0 is the oldest layout, with ``oldHertz``.
        package var rateCode: UInt8 = 74
        /// The rate of a file with rate code 0.
        package var oldHertz = 100
        /// Samples per second that the sensor really takes.
        package var trueHertz = 98.8
        /// Whether stamps have a fraction of a second.
        package var hasFraction = true
        /// Acceleration scale code: 0 for AX3, 3 to 6 for 16 to 2 g.
        package var accelerationCode: UInt16 = 0
        /// Angular range code: 2 to 6 for 2000 to 125 degrees per second.
        package var angularCode: UInt16 = 0
        /// Notes, url-encoded.
        package var annotation = "_sc=Jos%C3%A9+M.&_p=left+wrist"
        /// The recorder's wall clock at the first sample, in nanoseconds since 1970.
        package var start: Int64 = 1_709_590_515_250_000_000
        /// Samples in the sensor's buffer when it calls.
        package var watermark = 25

        /// The usual AX3.
        package init() {}
    }

    /// How it is set up.
    package let settings: Settings
    /// The file so far.
    package private(set) var bytes: [UInt8] = []
    /// The recorder's wall clock at each sample written, in nanoseconds; only kept when asked for.
    package private(set) var truth: [Int64] = []
    /// The raw values written, as many per sample as there are axes; only kept when asked for.
    package private(set) var raw: [Int16] = []
    /// Samples written.
    package private(set) var samples = 0
    /// The number of the next sector.
    package var sequence: UInt32 = 0
    /// Event bits of the next sector.
    package var events: UInt8 = 1
    /// Raw light, temperature and battery readings of the next sectors.
    package var light: UInt16 = 300
    /// See ``light``.
    package var temperature: UInt16 = 262
    /// See ``light``.
    package var battery: UInt8 = 190
    private let keepsTruth: Bool
    /// Samples that the sensor took since the session began, written or not.
    private var taken = 0
    private var sessionStart: Int64
    private var clockStep: Int64 = 0

    /// A file with its header and nothing else.
    package init(_ settings: Settings = Settings(), keepsTruth: Bool = true) {
        self.settings = settings
        self.keepsTruth = keepsTruth
        sessionStart = settings.start
        header()
    }

    /// Samples in a sector.
    package var capacity: Int { 480 / stride }
    /// Values in a sample.
    package var axes: Int { settings.packing == 0x30 ? 3 : Int(settings.packing >> 4) }
    private var stride: Int { settings.packing == 0x30 ? 4 : axes * 2 }
    /// The nominal rate.
    package var nominalHertz: Double {
        settings.rateCode == 0 ? Double(settings.oldHertz) : 3200 / Double(1 << (15 - Int(settings.rateCode & 15)))
    }

    /// Writes full sectors; `value` gives the raw values of a sample by its number.
    package mutating func append(sectors count: Int, value: (Int, Int) -> Int16 = CWAWriter.motion) {
        for _ in 0..<count { sector(value) }
    }

    /// Lets time pass while sectors are lost that would have been written.
    package mutating func lose(sectors count: Int) {
        taken += count * capacity
        sequence += UInt32(count)
    }

    /// Stops, and starts again after a pause: a new beginning of numbers in the same file.
    package mutating func restart(afterSeconds pause: Double) {
        sessionStart = clock(at: taken) + Int64(pause * 1e9)
        (taken, sequence, events) = (0, 0, 1)
    }

    /// Moves the recorder's clock.
    package mutating func stepClock(bySeconds step: Double) { clockStep += Int64(step * 1e9) }

    /// Puts bytes that are none of the format's in between.
    package mutating func insert(_ garbage: [UInt8]) { bytes += garbage }

    /// Takes what has been written, so that a long recording need not be in memory.
    package mutating func takeBytes() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    /// Gravity that turns slowly, with movement on it; bounded by 8 g in 1/256 g.
    package static func motion(_ sample: Int, _ axis: Int) -> Int16 {
        let mixed = (UInt32(truncatingIfNeeded: sample) &* 2_654_435_761 &+ UInt32(axis) &* 40_503) >> 20
        let slow = (sample / 97 + axis * 171) % 512 - 256
        return Int16(slow + Int(mixed & 127) - 64)
    }

    private func clock(at sample: Int) -> Int64 {
        sessionStart + clockStep + Int64((Double(sample) / settings.trueHertz * 1e9).rounded())
    }

    private mutating func sector(_ value: (Int, Int) -> Int16) {
        let first = taken
        var block = [UInt8](repeating: 0, count: 512)
        block.put(0x5841 as UInt16, at: 0)
        block.put(508 as UInt16, at: 2)
        let hertz = 3200 >> (15 - Int(settings.rateCode & 15))
        // The clock is read when the sensor's buffer has reached its watermark behind the sector's last sample.
        let read = (first + capacity + settings.watermark - 1) / settings.watermark * settings.watermark
        let now = clock(at: settings.rateCode == 0 ? first : read - 1)
        let second = now / 1_000_000_000
        let fraction = Int((now % 1_000_000_000) * 32768 / 1_000_000_000)
        let offset = read - first - (((fraction << 1) * hertz) >> 16)
        block.put(settings.hasFraction && settings.rateCode != 0 ? UInt16(0x8000 | fraction) : device16, at: 4)
        block.put(settings.session, at: 6)
        block.put(sequence, at: 10)
        block.put(Self.packed(second), at: 14)
        block.put(settings.accelerationCode << 13 | settings.angularCode << 10 | light, at: 18)
        block.put(temperature, at: 20)
        (block[22], block[23], block[24], block[25]) = (events, battery, settings.rateCode, settings.packing)
        block.put(UInt16(truncatingIfNeeded: settings.rateCode == 0 ? settings.oldHertz : offset), at: 26)
        block.put(UInt16(capacity), at: 28)
        for index in 0..<capacity {
            put(samples + index, at: 30 + index * stride, in: &block, value)
            if keepsTruth { truth.append(clock(at: first + index)) }
        }
        if settings.rateCode != 0 { block.put(0 &- block.wordSum, at: 510) }
        bytes += block
        samples += capacity
        taken += capacity
        sequence += 1
        events = 0
    }

    private mutating func put(_ sample: Int, at offset: Int, in block: inout [UInt8], _ value: (Int, Int) -> Int16) {
        guard settings.packing == 0x30 else {
            for axis in 0..<axes {
                let number = value(sample, axis)
                block.put(UInt16(bitPattern: number), at: offset + axis * 2)
                if keepsTruth { raw.append(number) }
            }
            return
        }
        let values = (value(sample, 0), value(sample, 1), value(sample, 2))
        let largest = max(values.0.magnitude, values.1.magnitude, values.2.magnitude)
        let exponent: UInt32 = largest < 512 ? 0 : largest < 1024 ? 1 : largest < 2048 ? 2 : 3
        func field(_ value: Int16) -> UInt32 { UInt32(UInt16(bitPattern: value >> Int16(exponent)) & 0x3FF) }
        block.put(field(values.0) | field(values.1) << 10 | field(values.2) << 20 | exponent << 30, at: offset)
        if keepsTruth {
            for number in [values.0, values.1, values.2] { raw.append((number >> Int16(exponent)) << Int16(exponent)) }
        }
    }

    private var device16: UInt16 { UInt16(truncatingIfNeeded: settings.device) }

    private mutating func header() {
        var block = [UInt8](repeating: 0xFF, count: 1024)
        block.put(0x444D as UInt16, at: 0)
        block.put(1020 as UInt16, at: 2)
        block[4] = settings.isAX6 ? 0x64 : 0x17
        block.put(device16, at: 5)
        block.put(settings.session, at: 7)
        block.put(UInt16(settings.device >> 16), at: 11)
        block.put(0 as UInt32, at: 13)
        (block[35], block[36], block[41]) = (settings.isAX6 ? 2 : 0xFF, settings.rateCode, 48)
        block.put(Self.packed(settings.start / 1_000_000_000 - 60), at: 37)
        for (index, byte) in settings.annotation.utf8.prefix(448).enumerated() { block[64 + index] = byte }
        for index in settings.annotation.utf8.count..<448 { block[64 + index] = 0x20 }
        bytes += block
    }

    /// Seconds since 1970 as year, month, day, hour, minute and second in 6, 4, 5, 5, 6 and 6 bits.
    static func packed(_ seconds: Int64) -> UInt32 {
        var days = Int(seconds / 86_400)
        let rest = UInt32(seconds % 86_400)
        var year = 1970
        func length(_ year: Int) -> Int { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 366 : 365 }
        while days >= length(year) {
            days -= length(year)
            year += 1
        }
        let months = [31, length(year) == 366 ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        var month = 0
        while days >= months[month] {
            days -= months[month]
            month += 1
        }
        let date = UInt32(year - 2000) << 26 | UInt32(month + 1) << 22 | UInt32(days + 1) << 17
        return date | (rest / 3600) << 12 | (rest / 60 % 60) << 6 | rest % 60
    }
}

extension [UInt8] {
    /// Writes an integer in little-endian order.
    mutating func put<T: FixedWidthInteger>(_ value: T, at offset: Int) {
        for index in 0..<(T.bitWidth / 8) { self[offset + index] = UInt8(truncatingIfNeeded: value >> T(index * 8)) }
    }

    /// The sum of all 16-bit words.
    var wordSum: UInt16 {
        var sum: UInt16 = 0
        for index in Swift.stride(from: 0, to: count, by: 2) {
            sum &+= UInt16(self[index]) | UInt16(self[index + 1]) << 8
        }
        return sum
    }
}
