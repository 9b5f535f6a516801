import Signals

/// The fields of an advertisement or of a scan response (Core Specification Supplement, part A), or of both together.
package struct AdvertisingData: Hashable, Sendable {
    /// The flags: bit 0 limited, bit 1 general discoverable, bit 2 no classic Bluetooth; nil when not sent.
    package var flags: UInt8?
    /// The complete local name, or else the shortened one.
    package var name: String?
    /// Whether ``name`` is the complete name, not a shortened one.
    package var isNameComplete = false
    /// Services that the device says it has, each once.
    package var services: [BluetoothUUID] = []
    /// Data by company identifier; of several for one company the first.
    package var manufacturerData: [UInt16: [UInt8]] = [:]
    /// Data by service; of several for one service the first.
    package var serviceData: [BluetoothUUID: [UInt8]] = [:]
    /// The power with which it sends, in dBm; nil when not sent.
    package var txPower: Int?
    /// What the device looks like, as assigned by the Bluetooth SIG; nil when not sent.
    package var appearance: UInt16?

    /// No fields.
    package init() {}

    /// Adds the fields of one packet, or of several put together. Nothing is too broken to be taken: what cannot be
    /// understood is left out, and a field that is cut off ends the packet. A complete name replaces a shortened one;
    /// otherwise what is there already stays.
    package mutating func add(_ bytes: RawSpan) {
        var cursor = ByteCursor(bytes)
        while let length = try? cursor.little(UInt8.self) {
            // A length of 0 ends the fields early; zeros may fill the rest.
            guard length > 0, Int(length) <= cursor.remaining else { return }
            var field = ByteCursor(bytes.extracting(cursor.offset..<cursor.offset + Int(length)))
            try? add(&field)
            try? cursor.skip(Int(length))
        }
    }

    private mutating func add(_ field: inout ByteCursor) throws(DecodeError) {
        switch try field.little(UInt8.self) {
        case 0x01: if flags == nil { flags = try field.little() }
        case 0x02, 0x03: try addServices(&field, size: 2)
        case 0x04, 0x05: try addServices(&field, size: 4)
        case 0x06, 0x07: try addServices(&field, size: 16)
        case 0x08: try addName(&field, isComplete: false)
        case 0x09: try addName(&field, isComplete: true)
        case 0x0A: if txPower == nil { txPower = Int(try field.little(Int8.self)) }
        case 0x16: try addServiceData(&field, size: 2)
        case 0x19: if appearance == nil { appearance = try field.little() }
        case 0x20: try addServiceData(&field, size: 4)
        case 0x21: try addServiceData(&field, size: 16)
        case 0xFF:
            let company = try field.little(UInt16.self)
            if manufacturerData[company] == nil { manufacturerData[company] = try field.rest() }
        default: break
        }
    }

    private mutating func addServices(_ field: inout ByteCursor, size: Int) throws(DecodeError) {
        while field.remaining >= size {
            let uuid = try field.uuid(size: size)
            if !services.contains(uuid) { services.append(uuid) }
        }
    }

    private mutating func addServiceData(_ field: inout ByteCursor, size: Int) throws(DecodeError) {
        let uuid = try field.uuid(size: size)
        if serviceData[uuid] == nil { serviceData[uuid] = try field.rest() }
    }

    private mutating func addName(_ field: inout ByteCursor, isComplete: Bool) throws(DecodeError) {
        guard name == nil || (isComplete && !isNameComplete) else { return }
        // Some devices fill the name with zeros.
        var bytes = try field.rest()
        while bytes.last == 0 { bytes.removeLast() }
        guard !bytes.isEmpty else { return }
        name = String(decoding: bytes, as: UTF8.self)
        isNameComplete = isComplete
    }
}
