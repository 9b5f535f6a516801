extension GATTServer {
    /// Heart Rate Measurement, which is only sent.
    static let heartRateMeasurement = BluetoothUUID(0x2A37)
    /// Battery Level, in percent.
    static let batteryLevel = BluetoothUUID(0x2A19)

    /// A strap: heart rate (Heart Rate Service 1.0), the battery of the device that it comes from, and who we are.
    /// - Parameter name: Up to 248 bytes of UTF-8 that others see.
    init(strapNamed name: String) {
        self.init()
        var name = name
        while name.utf8.count > 248 { name.removeLast() }
        add(service: .genericAccess) { server in
            server.add(0x2A00, .read, .constant(Array(name.utf8)))
            // Appearance 0x0341, a heart rate belt.
            server.add(0x2A01, .read, .constant([0x41, 0x03]))
        }
        add(service: .genericAttribute) { _ in }
        add(service: BluetoothUUID(0x180D)) { server in
            server.add(0x2A37, .notify, .sent)
            // Body sensor location 0, other: the device behind it may be worn anywhere.
            server.add(0x2A38, .read, .constant([0]))
        }
        add(service: BluetoothUUID(0x180F)) { server in
            server.add(0x2A19, [.read, .notify], .changing(nil))
        }
        add(service: BluetoothUUID(0x180A)) { server in
            server.add(0x2A29, .read, .constant(Array("Nightjar".utf8)))
            server.add(0x2A24, .read, .constant(Array("Gateway".utf8)))
        }
    }
}
