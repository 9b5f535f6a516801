import Signals

/// The first 1024 bytes of a file.
struct CWAHeader {
    /// Bytes in a header.
    static let size = 1024
    /// `MD` and the length of what follows.
    static let signature: UInt32 = 0x03FC_444D

    var hardware: UInt8
    var device: UInt32
    var session: UInt32
    var start: CWAPackedTime
    var stop: CWAPackedTime
    var lastChange: CWAPackedTime
    var sensorConfiguration: UInt8
    var rate: CWARate
    var firmware: UInt8
    /// Minutes east of UTC; nil where the recorder does not know, which is nearly always.
    var zoneMinutes: Int16?
    var annotations: [(key: String, value: String)]

    /// Reads a header.
    /// - Throws: `DecodeError` unless it begins with `MD` and is whole.
    init(_ bytes: [UInt8]) throws(DecodeError) {
        guard bytes.starts(with: [0x4D, 0x44]) else { throw DecodeError(.mismatch("no header begins here"), at: 0) }
        var cursor = ByteCursor(bytes.span.bytes)
        try cursor.skip(4)
        hardware = try cursor.little()
        let low: UInt16 = try cursor.little()
        session = try cursor.little()
        let high: UInt16 = try cursor.little()
        // Before there were more than 65 535 recorders the upper half was left erased.
        device = UInt32(low) | (high == .max ? 0 : UInt32(high) << 16)
        start = CWAPackedTime(rawValue: try cursor.little())
        stop = CWAPackedTime(rawValue: try cursor.little())
        try cursor.skip(14)
        sensorConfiguration = try cursor.little()
        rate = CWARate(code: try cursor.little())
        lastChange = CWAPackedTime(rawValue: try cursor.little())
        firmware = try cursor.little()
        let minutes: Int16 = try cursor.little()
        zoneMinutes = minutes == -1 ? nil : minutes
        try cursor.skip(20)
        annotations = CWAAnnotation.pairs(try cursor.array(448))
        annotations += CWAAnnotation.pairs(try cursor.array(512))
    }

    /// The model by its hardware code.
    var model: String {
        switch hardware {
        case 0x00, 0xFF, 0x17: "AX3"
        case 0x64: "AX6"
        default: "CWA 0x\(String(hardware, radix: 16))"
        }
    }

    /// Everything that does not fit elsewhere, by name.
    var metadata: [String: String] {
        var all = [
            "hardware": "0x\(String(hardware, radix: 16))", "session_id": String(session),
            "device_id": String(device), "firmware": String(firmware), "start": start.description,
            "stop": stop.description, "last_change": lastChange.description, "rate_code": String(rate.code),
        ]
        if sensorConfiguration != 0xFF { all["sensor_config"] = String(sensorConfiguration) }
        if let zoneMinutes { all["time_zone_minutes"] = String(zoneMinutes) }
        for (key, value) in annotations where all[key, default: ""].isEmpty { all[key] = value }
        return all
    }
}
