import Bluetooth
import Signals

/// Writes the traffic of a link as a btsnoop file that btmon and Wireshark read.
///
/// The kernel hands out attribute values and no packets, so the packets around them are put together again: a connection,
/// the discovery with the answers that make up what was offered, the wishes to listen, and each value with the time at
/// which it came. Lengths are written with the highest byte first (btsnoop version 1, datalink 1002, HCI UART).
struct SnoopFile {
    /// Microseconds from the year 0, in which the format counts, to 1970.
    private static let epoch: Int64 = 0x00DC_DDB3_0F2F_8000
    /// The connection handle in the packets.
    private static let connection: UInt16 = 0x0040
    /// Bytes of a file at most.
    private static let limit = 64_000_000

    /// The file so far.
    private(set) var bytes: [UInt8] = Array("btsnoop".utf8) + [0, 0, 0, 0, 1, 0, 0, 0x03, 0xEA]
    /// Packets that were dropped at ``limit``.
    private(set) var dropped = 0

    /// A file that begins with a connection to `address`.
    init(address: BluetoothAddress, at time: Instant) {
        var event: [UInt8] = [0x04, 0x3E, 19, 0x01, 0x00]
        event += Self.little(Self.connection)
        event += [0x00, address.kind == .public ? 0 : 1]
        // The address is sent with its last byte first.
        event += Self.octets(address).reversed()
        // Each 30 ms, no latency, 6 s until the link counts as lost; the best of clocks.
        event += Self.little(24) + Self.little(0) + Self.little(600) + [0x00]
        add(event, isReceived: true, isCommand: true, at: time)
    }

    /// Adds a discovery of `database`.
    mutating func add(_ database: GATTDatabase, at time: Instant) {
        for service in database.services {
            let uuid = Self.bytes(service.uuid)
            let (first, last) = (service.handles.lowerBound, service.handles.upperBound)
            send([0x10] + Self.little(first) + Self.little(last) + [0x00, 0x28], at: time)
            receive([0x11, UInt8(4 + uuid.count)] + Self.little(first) + Self.little(last) + uuid, at: time)
            for characteristic in service.characteristics {
                let uuid = Self.bytes(characteristic.uuid)
                send([0x08] + Self.little(characteristic.declaration) + Self.little(last) + [0x03, 0x28], at: time)
                receive(
                    [0x09, UInt8(5 + uuid.count)] + Self.little(characteristic.declaration)
                        + [UInt8(truncatingIfNeeded: characteristic.properties.rawValue)]
                        + Self.little(characteristic.value) + uuid, at: time)
                for descriptor in characteristic.descriptors {
                    let uuid = Self.bytes(descriptor.uuid)
                    send([0x04] + Self.little(descriptor.handle) + Self.little(descriptor.handle), at: time)
                    receive([0x05, uuid.count == 2 ? 1 : 2] + Self.little(descriptor.handle) + uuid, at: time)
                }
            }
        }
    }

    /// Adds a subscription.
    mutating func addSubscription(for characteristic: GATTCharacteristic, at time: Instant) {
        guard let descriptor = characteristic.descriptors.first(where: { $0.uuid == BluetoothUUID(0x2902) }) else {
            return
        }
        let value: [UInt8] = characteristic.properties.contains(.notify) ? [1, 0] : [2, 0]
        send([0x12] + Self.little(descriptor.handle) + value, at: time)
        receive([0x13], at: time)
    }

    /// Adds a read value.
    mutating func addReading(_ value: [UInt8], of handle: UInt16, at time: Instant) {
        send([0x0A] + Self.little(handle), at: time)
        receive([0x0B] + value, at: time)
    }

    /// Adds a notification.
    mutating func add(_ value: [UInt8], from handle: UInt16, at time: Instant) {
        receive([0x1B] + Self.little(handle) + value, at: time)
    }

    private mutating func send(_ unit: [UInt8], at time: Instant) { attribute(unit, isReceived: false, at: time) }

    private mutating func receive(_ unit: [UInt8], at time: Instant) { attribute(unit, isReceived: true, at: time) }

    /// An attribute protocol unit in L2CAP's channel 4, in one packet of data.
    private mutating func attribute(_ unit: [UInt8], isReceived: Bool, at time: Instant) {
        guard unit.count <= 65_000 else { return dropped += 1 }
        let start: UInt16 = isReceived ? 0x2000 : 0x0000
        let packet =
            [0x02] + Self.little(Self.connection | start) + Self.little(UInt16(unit.count + 4))
            + Self.little(UInt16(unit.count)) + Self.little(4) + unit
        add(packet, isReceived: isReceived, isCommand: false, at: time)
    }

    private mutating func add(_ packet: [UInt8], isReceived: Bool, isCommand: Bool, at time: Instant) {
        guard bytes.count + packet.count <= Self.limit else { return dropped += 1 }
        let flags: UInt32 = (isReceived ? 1 : 0) | (isCommand ? 2 : 0)
        let length = UInt32(packet.count)
        bytes += Self.big(length) + Self.big(length) + Self.big(flags) + Self.big(UInt32(clamping: dropped))
        bytes += Self.big(time.nanoseconds / 1000 &+ Self.epoch)
        bytes += packet
    }

    private static func octets(_ address: BluetoothAddress) -> [UInt8] {
        address.description.split(separator: ":").compactMap { UInt8($0, radix: 16) }
    }

    /// Two bytes of a short UUID, sixteen of a long one, the lowest first.
    private static func bytes(_ uuid: BluetoothUUID) -> [UInt8] {
        let digits = Array(uuid.description.filter { $0 != "-" }.utf8)
        let whole = stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(decoding: digits[$0..<min($0 + 2, digits.count)], as: UTF8.self), radix: 16)
        }
        return Array((whole.count == 4 ? whole.suffix(2) : whole[...]).reversed())
    }

    private static func little(_ value: UInt16) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8)] }

    private static func big(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }
}
