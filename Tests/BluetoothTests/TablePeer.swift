@testable import Bluetooth

/// A peer with any attribute table that answers as the specification says.
struct TablePeer: Peer {
    struct Attribute {
        var handle: UInt16
        var type: BluetoothUUID
        var value: [UInt8] = []
        var groupEnd: UInt16?
    }

    var attributes: [Attribute]
    var unit = 23
    /// What it receives at most; nil when it does not know the unit exchange.
    var receives: Int? = 247
    /// Parts that were prepared.
    var prepared: [ATTWritePart] = []
    /// All that it was asked, in order.
    var asked: [[UInt8]] = []

    init(_ attributes: [Attribute]) { self.attributes = attributes }

    /// A table with the values of declarations made from a database.
    init(_ database: GATTDatabase, values: [UInt16: [UInt8]] = [:]) {
        attributes = []
        for service in database.services {
            var uuid: [UInt8] = []
            uuid.append(service.uuid)
            attributes.append(
                Attribute(
                    handle: service.handles.lowerBound, type: .primaryService, value: uuid,
                    groupEnd: service.handles.upperBound))
            for characteristic in service.characteristics {
                var declared = [characteristic.properties.rawValue]
                declared.append(little: characteristic.value)
                declared.append(characteristic.uuid)
                attributes.append(
                    Attribute(handle: characteristic.declaration, type: .characteristic, value: declared))
                attributes.append(
                    Attribute(
                        handle: characteristic.value, type: characteristic.uuid,
                        value: values[characteristic.value] ?? []))
                for descriptor in characteristic.descriptors {
                    attributes.append(Attribute(handle: descriptor.handle, type: descriptor.uuid, value: [0, 0]))
                }
            }
        }
    }

    mutating func answer(_ pdu: [UInt8]) -> [[UInt8]] {
        asked.append(pdu)
        guard let message = try? ATTMessage(pdu.span.bytes), ATTOpcode.kind(of: pdu[0]) == .request else { return [] }
        do throws(ATTErrorResponse) {
            return [try respond(message, opcode: pdu[0]).bytes]
        } catch {
            return [error.bytes]
        }
    }

    private mutating func respond(_ message: ATTMessage, opcode: UInt8) throws(ATTErrorResponse) -> any ATTPDU {
        func refuse(_ handle: UInt16, _ code: ATTErrorCode) -> ATTErrorResponse {
            ATTErrorResponse(request: opcode, handle: handle, code: code)
        }
        func place(_ handle: UInt16) throws(ATTErrorResponse) -> Int {
            guard let place = attributes.firstIndex(where: { $0.handle == handle }) else {
                throw refuse(handle, .invalidHandle)
            }
            return place
        }
        switch message {
        case .exchangeUnitRequest(let request):
            guard let receives else { throw refuse(0, .requestNotSupported) }
            unit = max(23, min(receives, Int(request.unit)))
            return ATTExchangeUnitResponse(unit: UInt16(receives))
        case .readByGroupTypeRequest(let request):
            let found = attributes.filter { request.handles.contains($0.handle) && $0.type == request.type }
            guard let size = found.first?.value.count else {
                throw refuse(request.handles.lowerBound, .attributeNotFound)
            }
            let fitting = found.prefix { $0.value.count == size }.prefix((unit - 2) / (size + 4))
            return ATTReadByGroupTypeResponse(
                groups: fitting.map { .init(handles: $0.handle...($0.groupEnd ?? $0.handle), value: $0.value) })
        case .findByTypeValueRequest(let request):
            let found = attributes.filter {
                request.handles.contains($0.handle) && $0.type.short == request.type && $0.value == request.value
            }.prefix((unit - 1) / 4)
            guard !found.isEmpty else { throw refuse(request.handles.lowerBound, .attributeNotFound) }
            return ATTFindByTypeValueResponse(groups: found.map { $0.handle...($0.groupEnd ?? $0.handle) })
        case .readByTypeRequest(let request):
            let found = attributes.filter { request.handles.contains($0.handle) && $0.type == request.type }
            guard let size = found.first.map({ min($0.value.count, unit - 4) }) else {
                throw refuse(request.handles.lowerBound, .attributeNotFound)
            }
            let fitting = found.prefix { min($0.value.count, unit - 4) == size }.prefix((unit - 2) / (size + 2))
            return ATTReadByTypeResponse(
                values: fitting.map { .init(handle: $0.handle, value: Array($0.value.prefix(size))) })
        case .findInformationRequest(let request):
            let found = attributes.filter { request.handles.contains($0.handle) }
            guard let first = found.first else { throw refuse(request.handles.lowerBound, .attributeNotFound) }
            let isShort = first.type.short != nil
            let fitting = found.prefix { ($0.type.short != nil) == isShort }.prefix((unit - 2) / (isShort ? 4 : 18))
            return ATTFindInformationResponse(
                attributes: fitting.map { GATTDescriptor(uuid: $0.type, handle: $0.handle) })
        case .readRequest(let request):
            return ATTReadResponse(value: Array(attributes[try place(request.handle)].value.prefix(unit - 1)))
        case .readBlobRequest(let request):
            let value = attributes[try place(request.handle)].value
            guard Int(request.offset) <= value.count else { throw refuse(request.handle, .invalidOffset) }
            return ATTReadBlobResponse(value: Array(value.dropFirst(Int(request.offset)).prefix(unit - 1)))
        case .writeRequest(let request):
            attributes[try place(request.handle)].value = request.value
            return ATTWriteResponse()
        case .prepareWriteRequest(let request):
            _ = try place(request.part.handle)
            prepared.append(request.part)
            return ATTPrepareWriteResponse(part: request.part)
        case .executeWriteRequest(let request):
            if request.writes, let handle = prepared.first?.handle {
                attributes[try place(handle)].value = prepared.flatMap(\.value)
            }
            prepared = []
            return ATTExecuteWriteResponse()
        default: throw refuse(0, .requestNotSupported)
        }
    }
}

extension ATTErrorResponse: Error {}

extension TablePeer {
    /// A small strap: generic access, heart rate with its configuration, battery, firmware revision.
    static func strap(_ values: [UInt16: [UInt8]] = [:], hash: [UInt8]? = nil, changes: Bool = false) -> TablePeer {
        TablePeer(
            strapDatabase(hash: hash != nil, changes: changes),
            values: values.merging(hash.map { [32: $0] } ?? [:]) { $1 })
    }

    static func strapDatabase(hash: Bool = false, changes: Bool = false) -> GATTDatabase {
        var attributes: [GATTCharacteristic] = []
        if hash {
            attributes.append(.init(uuid: .databaseHash, declaration: 31, value: 32, properties: .read))
        }
        if changes {
            attributes.append(
                .init(
                    uuid: .serviceChanged, declaration: 33, value: 34, properties: .indicate,
                    descriptors: [.init(uuid: .characteristicConfiguration, handle: 35)]))
        }
        let generic = GATTService(uuid: .genericAttribute, handles: 30...40, characteristics: attributes)
        return GATTDatabase(services: [
            GATTService(
                uuid: .genericAccess, handles: 1...5,
                characteristics: [.init(uuid: BluetoothUUID(0x2A00), declaration: 2, value: 3, properties: .read)]),
            GATTService(
                uuid: BluetoothUUID(0x180D), handles: 10...16,
                characteristics: [
                    .init(
                        uuid: BluetoothUUID(0x2A37), declaration: 11, value: 12, properties: .notify,
                        descriptors: [.init(uuid: .characteristicConfiguration, handle: 13)]),
                    .init(uuid: BluetoothUUID(0x2A39), declaration: 14, value: 15, properties: .write),
                ]),
            generic,
            GATTService(
                uuid: BluetoothUUID(high: 0xFB00_5C80_02E7_F387, low: 0x1CAD_8ACD_2D8D_F0C8), handles: 50...0xFFFF,
                characteristics: [
                    .init(
                        uuid: BluetoothUUID(high: 0xFB00_5C81_02E7_F387, low: 0x1CAD_8ACD_2D8D_F0C8), declaration: 51,
                        value: 52, properties: [.read, .write, .indicate],
                        descriptors: [.init(uuid: .characteristicConfiguration, handle: 53)])
                ]),
        ])
    }
}
