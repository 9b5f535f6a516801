/// What a peripheral offers, as its discovery found it.
package struct GATTDatabase: Hashable, Sendable {
    /// The services in order of their handles.
    package var services: [GATTService]

    /// A database of services.
    package init(services: [GATTService] = []) { self.services = services }

    /// The first characteristic of `uuid`, in the service `service` when one is named.
    package func characteristic(_ uuid: BluetoothUUID, in service: BluetoothUUID? = nil) -> GATTCharacteristic? {
        for candidate in services where service == nil || candidate.uuid == service {
            if let found = candidate.characteristics.first(where: { $0.uuid == uuid }) { return found }
        }
        return nil
    }
}

/// A service of the peer.
package struct GATTService: Hashable, Sendable {
    /// The service's UUID.
    package var uuid: BluetoothUUID
    /// Its first and its last attribute handle.
    package var handles: ClosedRange<UInt16>
    /// Its characteristics in order of their handles.
    package var characteristics: [GATTCharacteristic]

    /// Memberwise; what is not given has its default.
    package init(uuid: BluetoothUUID, handles: ClosedRange<UInt16>, characteristics: [GATTCharacteristic] = []) {
        self.uuid = uuid
        self.handles = handles
        self.characteristics = characteristics
    }
}

/// A characteristic: a value that can be read, written or sent by itself.
package struct GATTCharacteristic: Hashable, Sendable {
    /// What can be done with it (Core Specification 5.4, vol 3 part G, 3.3.1.1).
    package struct Properties: OptionSet, Hashable, Sendable {
        /// The property bits of the declaration.
        package var rawValue: UInt8

        /// Properties from the bits of the declaration.
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// May be broadcast.
        package static let broadcast = Properties(rawValue: 0x01)
        /// May be read.
        package static let read = Properties(rawValue: 0x02)
        /// May be written without a response.
        package static let writeWithoutResponse = Properties(rawValue: 0x04)
        /// May be written with a response.
        package static let write = Properties(rawValue: 0x08)
        /// May be sent as a notification.
        package static let notify = Properties(rawValue: 0x10)
        /// May be sent as an indication, which is confirmed.
        package static let indicate = Properties(rawValue: 0x20)
        /// May be written with a signature.
        package static let signedWrite = Properties(rawValue: 0x40)
        /// Has further properties in a descriptor.
        package static let extended = Properties(rawValue: 0x80)
    }

    /// The UUID of the characteristic.
    package var uuid: BluetoothUUID
    /// The handle of its declaration.
    package var declaration: UInt16
    /// The handle of its value.
    package var value: UInt16
    /// The operations that the device allows.
    package var properties: Properties
    /// Its descriptors by handle, in order.
    package var descriptors: [GATTDescriptor]

    /// Memberwise; what is not given has its default.
    package init(
        uuid: BluetoothUUID, declaration: UInt16, value: UInt16, properties: Properties,
        descriptors: [GATTDescriptor] = []
    ) {
        self.uuid = uuid
        self.declaration = declaration
        self.value = value
        self.properties = properties
        self.descriptors = descriptors
    }

    /// The handle of the Client Characteristic Configuration descriptor, 0x2902; nil when there is none.
    package var configuration: UInt16? { descriptors.first { $0.uuid == BluetoothUUID(0x2902) }?.handle }
}

/// A descriptor of a characteristic.
package struct GATTDescriptor: Hashable, Sendable {
    /// The descriptor's type, such as 0x2902.
    package var uuid: BluetoothUUID
    /// The attribute's handle.
    package var handle: UInt16

    /// Memberwise.
    package init(uuid: BluetoothUUID, handle: UInt16) {
        self.uuid = uuid
        self.handle = handle
    }
}
