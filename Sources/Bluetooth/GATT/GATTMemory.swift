import Documents
import Runtime
import Signals

/// A peer's database, remembered from one link to the next, with what shows that it is unchanged.
package struct GATTMemory: Hashable, Sendable {
    /// What is compared to decide whether a remembered database still holds.
    package enum Mark: Hashable, Sendable {
        /// The value of the Database Hash characteristic, 0x2B2A, 16 bytes.
        case hash([UInt8])
        /// The Firmware Revision, 0x2A26, where it lies; the list of primary services is compared besides.
        case firmware([UInt8], handle: UInt16)
    }

    /// Compared with the peripheral's at the next connection.
    package var mark: Mark
    /// The services, characteristics and descriptors with their handles.
    package var database: GATTDatabase

    /// A database and the mark that it was read under.
    package init(mark: Mark, database: GATTDatabase) {
        self.mark = mark
        self.database = database
    }
}

extension GATTMemory {
    /// The memory as JSON text, for storing.
    package var text: [UInt8] { StoredMemory(self).json.bytes }

    /// Reads what ``text`` gave; nil for anything else, which is as good as no memory.
    package init?(text: [UInt8]) {
        guard let stored = try? FieldReader.answer(StoredMemory.self, text), let mark = stored.mark,
            let services = complete(stored.services.map(\.service))
        else { return nil }
        self.init(mark: mark, database: GATTDatabase(services: services))
    }
}

/// The fields of the stored JSON; numbers are as they were read, and are checked where they are used.
private struct StoredMemory: Document {
    var hash: String?
    var firmware: String?
    var firmwareHandle: Int?
    var services: [Service] = []

    init() {}

    init(_ memory: GATTMemory) {
        switch memory.mark {
        case .hash(let bytes): hash = HexText.text(bytes)
        case .firmware(let bytes, let handle): (firmware, firmwareHandle) = (HexText.text(bytes), Int(handle))
        }
        services = memory.database.services.map(Service.init)
    }

    mutating func fields(_ fields: inout some FieldVisitor) {
        fields.optional("hash", &hash)
        fields.optional("firmware", &firmware)
        fields.optional("firmwareHandle", &firmwareHandle)
        fields.field("services", &services)
    }

    var mark: GATTMemory.Mark? {
        if let hash = hash.flatMap(HexText.bytes) { return .hash(hash) }
        guard let firmware = firmware.flatMap(HexText.bytes), let handle = firmwareHandle.flatMap(UInt16.init(exactly:))
        else { return nil }
        return .firmware(firmware, handle: handle)
    }

    struct Service: Document {
        var uuid = ""
        var first = 0
        var last = 0
        var characteristics: [Characteristic] = []

        init() {}

        init(_ service: GATTService) {
            uuid = service.uuid.description
            (first, last) = (Int(service.handles.lowerBound), Int(service.handles.upperBound))
            characteristics = service.characteristics.map(Characteristic.init)
        }

        mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("uuid", &uuid)
            fields.field("first", &first)
            fields.field("last", &last)
            fields.field("characteristics", &characteristics)
        }

        var service: GATTService? {
            guard let uuid = BluetoothUUID(uuid), let first = UInt16(exactly: first), let last = UInt16(exactly: last),
                first > 0, first <= last,
                let characteristics = complete(characteristics.map { $0.characteristic(in: first...last) })
            else { return nil }
            return GATTService(uuid: uuid, handles: first...last, characteristics: characteristics)
        }
    }

    struct Characteristic: Document {
        var uuid = ""
        var declaration = 0
        var value = 0
        var properties = 0
        var descriptors: [Descriptor] = []

        init() {}

        init(_ characteristic: GATTCharacteristic) {
            uuid = characteristic.uuid.description
            (declaration, value) = (Int(characteristic.declaration), Int(characteristic.value))
            properties = Int(characteristic.properties.rawValue)
            descriptors = characteristic.descriptors.map(Descriptor.init)
        }

        mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("uuid", &uuid)
            fields.field("declaration", &declaration)
            fields.field("value", &value)
            fields.field("properties", &properties)
            fields.field("descriptors", &descriptors)
        }

        func characteristic(in handles: ClosedRange<UInt16>) -> GATTCharacteristic? {
            guard let uuid = BluetoothUUID(uuid), let declaration = UInt16(exactly: declaration),
                let value = UInt16(exactly: value), let properties = UInt8(exactly: properties),
                handles.contains(declaration), handles.contains(value), declaration < value,
                let descriptors = complete(descriptors.map(\.descriptor))
            else { return nil }
            return GATTCharacteristic(
                uuid: uuid, declaration: declaration, value: value,
                properties: GATTCharacteristic.Properties(rawValue: properties), descriptors: descriptors)
        }
    }

    struct Descriptor: Document {
        var uuid = ""
        var handle = 0

        init() {}

        init(_ descriptor: GATTDescriptor) {
            (uuid, handle) = (descriptor.uuid.description, Int(descriptor.handle))
        }

        mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("uuid", &uuid)
            fields.field("handle", &handle)
        }

        var descriptor: GATTDescriptor? {
            guard let uuid = BluetoothUUID(uuid), let handle = UInt16(exactly: handle) else { return nil }
            return GATTDescriptor(uuid: uuid, handle: handle)
        }
    }
}

/// The elements without optionals; nil when one is missing.
private func complete<Element>(_ elements: [Element?]) -> [Element]? {
    let present = elements.compactMap(\.self)
    return present.count == elements.count ? present : nil
}
