import Documents
import Runtime
import Signals

extension GATTMemory {
    /// The memory as JSON text, for storing.
    package var text: [UInt8] {
        var json = JSONText()
        json.object { json in
            switch mark {
            case .hash(let bytes): json.field("hash", HexText.text(bytes))
            case .firmware(let bytes, let handle):
                json.field("firmware", HexText.text(bytes))
                json.field("firmwareHandle", Int(handle))
            }
            json.array("services") { json in
                for service in database.services { json.object { $0.append(service) } }
            }
        }
        return json.bytes
    }

    /// Reads what ``text`` gave; nil for anything else, which is as good as no memory.
    package init?(text: [UInt8]) {
        guard let stored = try? JSONValue(parsing: text).decoded(as: Stored.self),
            let services = complete(stored.services.map(\.service))
        else { return nil }
        if let hash = stored.hash.flatMap(bytes(hex:)) {
            mark = .hash(hash)
        } else if let firmware = stored.firmware.flatMap(bytes(hex:)), let handle = stored.firmwareHandle {
            mark = .firmware(firmware, handle: handle)
        } else {
            return nil
        }
        database = GATTDatabase(services: services)
    }
}

/// The fields of the stored JSON.
private struct Stored: Decodable {
    var hash: String?
    var firmware: String?
    var firmwareHandle: UInt16?
    var services: [Service]

    struct Service: Decodable {
        var uuid: String
        var first: UInt16
        var last: UInt16
        var characteristics: [Characteristic]

        var service: GATTService? {
            guard let uuid = BluetoothUUID(uuid), first > 0, first <= last,
                let characteristics = complete(characteristics.map { $0.characteristic(in: first...last) })
            else { return nil }
            return GATTService(uuid: uuid, handles: first...last, characteristics: characteristics)
        }
    }

    struct Characteristic: Decodable {
        var uuid: String
        var declaration: UInt16
        var value: UInt16
        var properties: UInt8
        var descriptors: [Descriptor]

        func characteristic(in handles: ClosedRange<UInt16>) -> GATTCharacteristic? {
            guard let uuid = BluetoothUUID(uuid), handles.contains(declaration), handles.contains(value),
                declaration < value, let descriptors = complete(descriptors.map(\.descriptor))
            else { return nil }
            return GATTCharacteristic(
                uuid: uuid, declaration: declaration, value: value,
                properties: GATTCharacteristic.Properties(rawValue: properties), descriptors: descriptors)
        }
    }

    struct Descriptor: Decodable {
        var uuid: String
        var handle: UInt16

        var descriptor: GATTDescriptor? {
            BluetoothUUID(uuid).map { GATTDescriptor(uuid: $0, handle: handle) }
        }
    }
}

extension JSONText {
    fileprivate mutating func append(_ service: GATTService) {
        field("uuid", service.uuid.description)
        field("first", Int(service.handles.lowerBound))
        field("last", Int(service.handles.upperBound))
        array("characteristics") { json in
            for characteristic in service.characteristics { json.object { $0.append(characteristic) } }
        }
    }

    fileprivate mutating func append(_ characteristic: GATTCharacteristic) {
        field("uuid", characteristic.uuid.description)
        field("declaration", Int(characteristic.declaration))
        field("value", Int(characteristic.value))
        field("properties", Int(characteristic.properties.rawValue))
        array("descriptors") { json in
            for descriptor in characteristic.descriptors {
                json.object { json in
                    json.field("uuid", descriptor.uuid.description)
                    json.field("handle", Int(descriptor.handle))
                }
            }
        }
    }
}

/// The elements without optionals; nil when one is missing.
private func complete<Element>(_ elements: [Element?]) -> [Element]? {
    let present = elements.compactMap(\.self)
    return present.count == elements.count ? present : nil
}

private func bytes(hex text: String) -> [UInt8]? {
    let digits = text.compactMap(\.hexDigitValue)
    guard digits.count == text.count, digits.count % 2 == 0 else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}
