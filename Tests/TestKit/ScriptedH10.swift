package import Bluetooth

/// A Polar H10 as its radio shows it: what a ``ScriptedCentral`` has of one.
package enum ScriptedH10 {
    /// The control point of its measurements.
    package static let control = BluetoothUUID("FB005C81-02E7-F387-1CAD-8ACD2D8DF0C8") ?? BluetoothUUID(0)
    /// What it measures beside the heart rate.
    package static let data = BluetoothUUID("FB005C82-02E7-F387-1CAD-8ACD2D8DF0C8") ?? BluetoothUUID(0)
    /// Its file system.
    package static let files = BluetoothUUID("FB005C51-02E7-F387-1CAD-8ACD2D8DF0C8") ?? BluetoothUUID(0)
    /// Heart Rate Measurement.
    package static let heart = BluetoothUUID(0x2A37)
    /// The characteristics that any strap has.
    package static let offer: [(UInt32, BluetoothUUID, GATTCharacteristic.Properties)] = [
        (0x180D, heart, [.notify]), (0x180A, BluetoothUUID(0x2A29), [.read]), (0x180A, BluetoothUUID(0x2A24), [.read]),
        (0x180A, BluetoothUUID(0x2A25), [.read]), (0x180F, BluetoothUUID(0x2A19), [.read, .notify]),
    ]

    /// All its characteristics, from a handle on.
    package static func database(from first: UInt16 = 1) -> GATTDatabase {
        var database = ScriptedCentral.database(offer, from: first)
        let handle = first + 4 * UInt16(offer.count)
        let cccd = BluetoothUUID(0x2902)
        // The two vendor characteristics are in one service.
        database.services.append(
            GATTService(
                uuid: BluetoothUUID("FB005C80-02E7-F387-1CAD-8ACD2D8DF0C8") ?? BluetoothUUID(0),
                handles: handle...(handle + 6),
                characteristics: [
                    GATTCharacteristic(
                        uuid: control, declaration: handle + 1, value: handle + 2,
                        properties: [.read, .write, .indicate],
                        descriptors: [GATTDescriptor(uuid: cccd, handle: handle + 3)]),
                    GATTCharacteristic(
                        uuid: data, declaration: handle + 4, value: handle + 5, properties: [.notify],
                        descriptors: [GATTDescriptor(uuid: cccd, handle: handle + 6)]),
                ]))
        database.services.append(
            GATTService(
                uuid: BluetoothUUID(0xFEEE), handles: (handle + 7)...(handle + 10),
                characteristics: [
                    GATTCharacteristic(
                        uuid: files, declaration: handle + 8, value: handle + 9,
                        properties: [.writeWithoutResponse, .notify],
                        descriptors: [GATTDescriptor(uuid: cccd, handle: handle + 10)])
                ]))
        return database
    }

    /// A radio on which it is near and answers.
    package static func central(clock: ManualClock) -> ScriptedCentral {
        let central = ScriptedCentral(clock: clock)
        central.offer(database())
        central.set(control, hex("0f05000000000000000000000000000000"))
        central.set(BluetoothUUID(0x2A29), Array("Polar Electro Oy\0".utf8))
        central.set(BluetoothUUID(0x2A24), Array("H10".utf8))
        central.set(BluetoothUUID(0x2A25), Array("7C432D1C".utf8))
        central.set(BluetoothUUID(0x2A19), [83])
        central.onWrite(answer)
        return central
    }

    /// What it answers to a write.
    @Sendable package static func answer(_ uuid: BluetoothUUID, _ bytes: [UInt8]) -> ScriptedCentral.Reply {
        switch (bytes.first, bytes.dropFirst().first) {
        // A query of the file protocol, answered without an error.
        case _ where uuid == files: .values([(files, [0, 0, 0])])
        case (1, 2): .values([(control, hex("f001020000 00041900 3200 6400 c800 01011000 0203 0200 0400 0800"))])
        case (1, 0): .values([(control, hex("f0010000000001820001010e00"))])
        case (2, let type?): .values([(control, [0xF0, 2, type, 0, 0, 1])])
        case (3, let type?): .values([(control, [0xF0, 3, type, 0, 0])])
        default: .done
        }
    }

    /// A frame of 25 samples of acceleration, half a second, whose last sample is `index` halves after the device's start.
    package static func frame(_ index: Int) -> [UInt8] {
        var bytes: [UInt8] = [2]
        let time = UInt64(599_000_000_000_000_000 + index * 500_000_000)
        for shift in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: time >> UInt64(8 * shift))) }
        bytes.append(1)
        for sample in 0..<25 { bytes += [UInt8(sample), 0, 0, 0, 0xE8, 0x03] }
        return bytes
    }
}
