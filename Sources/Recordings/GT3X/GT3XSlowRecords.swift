import Signals

/// Decodes all records of log.bin except acceleration.
struct GT3XSlowRecords {
    private(set) var readings: SlowReadings
    /// Epochs of one minute that the recorder stored.
    private(set) var epochs = EpochRows(columns: GT3XEpoch.axes.count)
    /// Serial numbers of the recorders that were nearby.
    private(set) var tags: [String] = []
    /// Records whose payload is not what their kind says.
    private(set) var unreadable = 0
    /// The number of records of unknown kinds, by kind.
    private(set) var unknown: [UInt8: Int] = [:]
    private var sensors: [UInt16: GT3XSensor] = [:]
    private var lastBeat: (number: UInt8, time: UInt16)?
    private let options: DecodeOptions
    private let device: DeviceID
    private let received: Instant

    private static let tagLimit = 1000
    private static let sensorLimit = 16
    private static let epochLimit = 20_000_000

    init(options: DecodeOptions, device: DeviceID, received: Instant) {
        self.options = options
        self.device = device
        self.received = received
        readings = SlowReadings(options: options, device: device, received: received)
    }

    /// The channels that had values.
    var channels: [RecordedChannel] {
        readings.channels + sensors.sorted { $0.key < $1.key }.flatMap { $0.value.channels }
    }

    /// Takes one record, made at `instant`, `wall` on the recorder's clock in nanoseconds.
    mutating func add(
        _ record: GT3XRecord, _ payload: UnsafeRawBufferPointer, at instant: Instant, wall: Int64,
        into sink: inout some RecordingSink
    ) throws {
        guard let kind = record.kind else {
            unknown[record.type, default: 0] += 1
            return
        }
        let isRead: Bool
        switch kind {
        case .battery, .heartRate, .light: isRead = try number(kind, payload, instant, &sink)
        case .tag: isRead = try tag(payload, instant, &sink)
        case .beatsANT, .heartRateBLE: isRead = try beats(kind, payload, instant, &sink)
        case .epoch2, .epoch3, .epoch4: isRead = try epoch(kind, payload, instant, wall, &sink)
        case .capacitance: isRead = try capacitance(payload, instant, &sink)
        case .temperature: isRead = try temperature(payload, instant, &sink)
        case .sensorSchema:
            let sensor = GT3XSensor(payload)
            if let sensor, sensors.count < Self.sensorLimit { sensors[sensor.id] = sensor }
            isRead = sensor != nil
        case .sensorData: isRead = try sensor(payload, instant, &sink)
        default: isRead = true
        }
        if !isRead { unreadable += 1 }
    }

    /// Passes the remaining values on.
    mutating func finish(into sink: inout some RecordingSink) throws { try readings.finish(into: &sink) }

    private mutating func number(
        _ kind: GT3XRecord.Kind, _ payload: UnsafeRawBufferPointer, _ instant: Instant,
        _ sink: inout some RecordingSink
    ) throws -> Bool {
        var cursor = ByteCursor(payload.bytes)
        if kind == .heartRate {
            guard let rate: UInt8 = try? cursor.little() else { return false }
            try readings.add(GT3XChannels.heartRate, [Float(rate)], at: instant, into: &sink)
            return true
        }
        guard let value: UInt16 = try? cursor.little() else { return false }
        if kind == .light {
            try readings.add(GT3XChannels.light, [Float(value)], at: instant, into: &sink)
        } else {
            try readings.add(GT3XChannels.battery, [Float(value) / 1000], at: instant, into: &sink)
        }
        return true
    }

    private mutating func tag(
        _ payload: UnsafeRawBufferPointer, _ instant: Instant, _ sink: inout some RecordingSink
    ) throws -> Bool {
        var cursor = ByteCursor(payload.bytes)
        guard payload.count >= 15 else { return false }
        while let serial = try? cursor.array(13), let power: Int8 = try? cursor.little(),
            let rssi: Int8 = try? cursor.little()
        {
            let name = String(decoding: serial.prefix { $0 != 0 }, as: UTF8.self).trimmed
            if !tags.contains(name), tags.count < Self.tagLimit { tags.append(name) }
            let place = tags.firstIndex(of: name) ?? tags.count
            try readings.add(
                GT3XChannels.proximity, [Float(place + 1), Float(power), Float(rssi)], at: instant, into: &sink)
        }
        return true
    }

    private mutating func beats(
        _ kind: GT3XRecord.Kind, _ payload: UnsafeRawBufferPointer, _ instant: Instant,
        _ sink: inout some RecordingSink
    ) throws -> Bool {
        var intervals: [Float]
        if kind == .beatsANT {
            intervals = GT3XBeats.ant(payload, last: &lastBeat)
        } else {
            guard let measurement = GT3XBeats.bluetooth(payload) else { return false }
            try readings.add(GT3XChannels.heartRate, [measurement.rate], at: instant, into: &sink)
            intervals = measurement.intervals
        }
        // The last beat is the newest; those before it end as much earlier as the intervals after them are long.
        var end = instant.advanced(bySeconds: -Double(intervals.dropFirst().reduce(0, +)) / 1000)
        for (index, interval) in intervals.enumerated() {
            if index > 0 { end = end.advanced(bySeconds: Double(interval) / 1000) }
            try readings.add(GT3XChannels.intervals, [interval], at: end, into: &sink)
        }
        return true
    }

    private mutating func epoch(
        _ kind: GT3XRecord.Kind, _ payload: UnsafeRawBufferPointer, _ instant: Instant, _ wall: Int64,
        _ sink: inout some RecordingSink
    ) throws -> Bool {
        guard let epoch = GT3XEpoch(kind, payload), epochs.count < Self.epochLimit else { return false }
        epochs.append(stamp: wall, epoch.counts)
        if let light = epoch.light { try readings.add(GT3XChannels.light, [light], at: instant, into: &sink) }
        if let rate = epoch.heartRate { try readings.add(GT3XChannels.heartRate, [rate], at: instant, into: &sink) }
        try readings.add(GT3XChannels.contact, [epoch.isWorn ? 1 : 0], at: instant, into: &sink)
        return true
    }

    private mutating func capacitance(
        _ payload: UnsafeRawBufferPointer, _ instant: Instant, _ sink: inout some RecordingSink
    ) throws -> Bool {
        var cursor = ByteCursor(payload.bytes)
        guard let signal: UInt16 = try? cursor.little(), let reference: UInt16 = try? cursor.little(),
            let state: UInt8 = try? cursor.little()
        else { return false }
        try readings.add(GT3XChannels.contact, [state == 1 ? 1 : 0], at: instant, into: &sink)
        try readings.add(GT3XChannels.capacitance, [Float(signal), Float(reference)], at: instant, into: &sink)
        return true
    }

    private mutating func temperature(
        _ payload: UnsafeRawBufferPointer, _ instant: Instant, _ sink: inout some RecordingSink
    ) throws -> Bool {
        var cursor = ByteCursor(payload.bytes)
        guard payload.count >= 3 else { return false }
        while let sensor: UInt8 = try? cursor.little(), let raw: UInt16 = try? cursor.little() {
            // The processor's own is unsigned, the acceleration sensor's signed.
            let value = sensor == 1 ? Float(Int16(bitPattern: raw)) : Float(raw)
            try readings.add(GT3XChannels.rawTemperature, [Float(sensor), value], at: instant, into: &sink)
        }
        return true
    }

    private mutating func sensor(
        _ payload: UnsafeRawBufferPointer, _ instant: Instant, _ sink: inout some RecordingSink
    ) throws -> Bool {
        var cursor = ByteCursor(payload.bytes)
        guard let id: UInt16 = try? cursor.little(), let sensor = sensors[id],
            let batches = sensor.batches(payload, start: instant, device: device, received: received)
        else { return false }
        for batch in batches where options.wants(batch.channel) { try sink.receive(batch) }
        return true
    }
}
