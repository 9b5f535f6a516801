import Signals

/// A layout of sensor data (record 24) and how such data (record 25) become channels.
struct GT3XSensor {
    private struct Column {
        var isBigEndian: Bool
        var isSigned: Bool
        var bytes: Int
        var scale: Double
        var label: String
    }

    /// A channel made of one or more columns.
    private struct Group {
        var channel: RecordedChannel
        var columns: [Int]
    }

    /// The number by which data records name this layout.
    let id: UInt16
    /// Samples per record, which covers one second.
    let samples: Int
    private let columns: [Column]
    private let groups: [Group]
    private let stride: Int

    private static let columnLimit = 64
    private static let sampleLimit = 1024

    /// What the sensor's labels say; the vendor's motion unit has these.
    private static let known: [(words: [String], channel: Channel, unit: SignalUnit, axes: [String])] = [
        (
            ["accelerometer x", "accelerometer y", "accelerometer z"], Channel(rawValue: "imu_acceleration"),
            .standardGravity, ["x", "y", "z"]
        ),
        (["gyroscope x", "gyroscope y", "gyroscope z"], .angularVelocity, .degreesPerSecond, ["x", "y", "z"]),
        (
            ["magnetometer x", "magnetometer y", "magnetometer z"], Channel(rawValue: "magnetic_field"),
            SignalUnit(rawValue: "uT"), ["x", "y", "z"]
        ),
        (["temperature"], .temperature, .celsius, ["value"]),
    ]

    /// Reads a layout; nil when it is not whole or has values of other than one or two bytes.
    init?(_ payload: UnsafeRawBufferPointer) {
        var cursor = ByteCursor(payload.bytes)
        guard let id: UInt16 = try? cursor.little(), let count: UInt16 = try? cursor.little(),
            let samples: UInt16 = try? cursor.little(), (1...Self.columnLimit).contains(Int(count)),
            (1...Self.sampleLimit).contains(Int(samples))
        else { return nil }
        var columns: [Column] = []
        for _ in 0..<count {
            guard let flags: UInt8 = try? cursor.little(), (try? cursor.skip(1)) != nil,
                let bits: UInt8 = try? cursor.little(), let scale: UInt32 = try? cursor.little(),
                let label = try? cursor.array(16), bits == 8 || bits == 16
            else { return nil }
            let text = String(decoding: label.prefix { $0 != 0 }, as: UTF8.self).trimmed.lowercased()
            columns.append(
                Column(
                    isBigEndian: flags & 1 != 0, isSigned: flags & 2 != 0, bytes: Int(bits) / 8,
                    scale: GT3XNumber.value(scale), label: text))
        }
        self.id = id
        self.samples = Int(samples)
        self.columns = columns
        stride = columns.reduce(0) { $0 + $1.bytes }
        let labels = columns.map(\.label)
        groups = Self.known.compactMap { words, channel, unit, axes in
            let places = words.compactMap { labels.firstIndex(of: $0) }
            guard places.count == words.count else { return nil }
            return Group(
                channel: RecordedChannel(channel, axes: axes, unit: unit, nominalRate: Double(samples)), columns: places
            )
        }
    }

    /// The channels that the layout gives.
    var channels: [RecordedChannel] { groups.map(\.channel) }

    /// The batches of one record of data, whose first sample is at `start`; nil when it is shorter than the layout says.
    func batches(
        _ payload: UnsafeRawBufferPointer, start: Instant, device: DeviceID, received: Instant
    ) -> [SampleBatch]? {
        guard payload.count >= 2 + stride * samples, let line = Timeline(origin: start, hertz: Double(samples)) else {
            return nil
        }
        var offsets: [Int] = []
        var offset = 2
        for column in columns {
            offsets.append(offset)
            offset += column.bytes
        }
        return groups.map { group in
            var values: [Float] = []
            values.reserveCapacity(samples * group.columns.count)
            for sample in 0..<samples {
                for index in group.columns {
                    values.append(value(columns[index], payload, offsets[index] + sample * stride))
                }
            }
            return SampleBatch(
                device: device, channel: group.channel.channel, unit: group.channel.unit, axes: group.columns.count,
                values: values, times: .uniform(line), received: received)
        }
    }

    private func value(_ column: Column, _ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Float {
        var raw: Int
        if column.bytes == 1 {
            raw = column.isSigned ? Int(Int8(bitPattern: bytes[offset])) : Int(bytes[offset])
        } else {
            let stored = bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self)
            let word = column.isBigEndian ? UInt16(bigEndian: stored) : UInt16(littleEndian: stored)
            raw = column.isSigned ? Int(Int16(bitPattern: word)) : Int(word)
        }
        let scaled = column.scale == 0 ? Double(raw) : Double(raw) / column.scale
        // The sensor's temperature is counted from 21 degrees.
        return Float(column.label == "temperature" ? scaled + 21 : scaled)
    }
}

/// The vendor's floating-point numbers: 24 bits of signed fraction and 8 of exponent.
enum GT3XNumber {
    /// The number that the vendor's 32-bit format encodes.
    static func value(_ bits: UInt32) -> Double {
        let fraction = Double(Int32(bitPattern: bits << 8) >> 8) / 8_388_608
        let exponent = Int(Int8(bitPattern: UInt8(bits >> 24)))
        return Double(sign: .plus, exponent: exponent, significand: fraction)
    }
}
