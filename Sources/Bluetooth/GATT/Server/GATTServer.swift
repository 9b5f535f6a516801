package import Signals

/// The attributes that we offer to peers: who we are, and what time it is (Current Time Service 1.1), by which some
/// watches set their clocks. Nothing but the configuration of the time can be written.
package struct GATTServer: Hashable, Sendable {
    /// An attribute of this server.
    struct Attribute: Hashable, Sendable {
        var type: BluetoothUUID
        var value: Value
        /// The last handle of the group that this attribute declares; nil for one that declares none.
        var groupEnd: UInt16?
    }

    /// Where a value comes from.
    enum Value: Hashable, Sendable {
        case constant([UInt8])
        /// The host's clock, read when the value is asked for.
        case currentTime
        /// What the peer has written of two bytes: whether it wants values sent; only a ``CentralSession`` sends any.
        case configuration([UInt8])
        /// Sent by itself and never read.
        case sent
        /// As it was last set; nil where it is not known.
        case changing([UInt8]?)
    }

    /// A refusal: the error code, and the handle that it concerns.
    struct Refusal: Error, Hashable {
        var code: ATTErrorCode
        var handle: UInt16
    }

    /// The attributes; the first has handle 1.
    private(set) var attributes: [Attribute] = []
    /// The zone of the host's local time.
    private let zone: Zone

    /// A server with our name, up to 248 bytes of UTF-8, and the zone of the host's local time.
    package init(name: String, zone: Zone) {
        self.zone = zone
        var name = name
        while name.utf8.count > 248 { name.removeLast() }
        // Generic Access 1.0: device name, and appearance 0x0080, a computer.
        add(service: .genericAccess) { server in
            server.add(0x2A00, .read, .constant(Array(name.utf8)))
            server.add(0x2A01, .read, .constant([0x80, 0x00]))
        }
        add(service: .genericAttribute) { _ in }
        add(service: BluetoothUUID(0x1805)) { server in
            server.add(0x2A2B, [.read, .notify], .currentTime)
        }
    }

    /// A server without services.
    init() { zone = .utc }

    /// Adds a service with its characteristics.
    mutating func add(service: BluetoothUUID, _ characteristics: (inout GATTServer) -> Void) {
        var declared: [UInt8] = []
        declared.append(service)
        let place = attributes.count
        attributes.append(Attribute(type: .primaryService, value: .constant(declared)))
        characteristics(&self)
        attributes[place].groupEnd = UInt16(clamping: attributes.count)
    }

    /// Adds a characteristic, with a configuration where it is sent by itself.
    mutating func add(_ number: UInt32, _ properties: GATTCharacteristic.Properties, _ value: Value) {
        var declared = [properties.rawValue]
        declared.append(little: UInt16(clamping: attributes.count + 2))
        declared.append(BluetoothUUID(number))
        attributes.append(Attribute(type: .characteristic, value: .constant(declared)))
        attributes.append(Attribute(type: BluetoothUUID(number), value: value))
        guard properties.contains(.notify) else { return }
        attributes.append(Attribute(type: .characteristicConfiguration, value: .configuration([0, 0])))
    }

    /// The attributes of a range of handles, with their handles.
    func attributes(in handles: ClosedRange<UInt16>) -> [(handle: UInt16, attribute: Attribute)] {
        attributes.enumerated().compactMap { place, attribute in
            let handle = UInt16(clamping: place + 1)
            return handles.contains(handle) ? (handle, attribute) : nil
        }
    }

    /// The value of an attribute at `instant`.
    func value(of attribute: Attribute, at instant: Instant) -> [UInt8] {
        switch attribute.value {
        case .constant(let bytes), .configuration(let bytes): bytes
        case .currentTime: CurrentTime(instant, in: zone).bytes
        case .changing(let bytes): bytes ?? []
        case .sent: []
        }
    }

    /// The value of a handle at `instant`.
    func value(of handle: UInt16, at instant: Instant) throws(Refusal) -> [UInt8] {
        guard handle > 0, Int(handle) <= attributes.count else { throw Refusal(code: .invalidHandle, handle: handle) }
        let attribute = attributes[Int(handle) - 1]
        switch attribute.value {
        case .sent: throw Refusal(code: .readNotPermitted, handle: handle)
        case .changing(nil): throw Refusal(code: .unlikelyError, handle: handle)
        default: return value(of: attribute, at: instant)
        }
    }

    /// The handle of the first attribute of a type; nil for none.
    func handle(of type: BluetoothUUID) -> UInt16? {
        attributes.firstIndex { $0.type == type }.map { UInt16(clamping: $0 + 1) }
    }

    /// Sets a value that changes.
    mutating func set(_ value: [UInt8]?, of type: BluetoothUUID) {
        guard let place = attributes.firstIndex(where: { $0.type == type }),
            case .changing = attributes[place].value
        else { return }
        attributes[place].value = .changing(value)
    }

    /// Whether the peer wants the values of a handle sent.
    func isWanted(_ handle: UInt16) -> Bool {
        guard handle > 0, attributes.indices.contains(Int(handle)),
            case .configuration(let bits) = attributes[Int(handle)].value
        else { return false }
        return bits.first.map { $0 & 1 != 0 } ?? false
    }

    /// Writes a value; only client configurations can be written.
    mutating func write(_ value: [UInt8], to handle: UInt16) throws(Refusal) {
        guard handle > 0, Int(handle) <= attributes.count else { throw Refusal(code: .invalidHandle, handle: handle) }
        guard case .configuration = attributes[Int(handle) - 1].value else {
            throw Refusal(code: .writeNotPermitted, handle: handle)
        }
        guard value.count == 2 else { throw Refusal(code: .invalidValueLength, handle: handle) }
        attributes[Int(handle) - 1].value = .configuration(value)
    }
}

extension GATTServer {
    /// The answer to a request other than for the transmission unit.
    /// - Throws: ``Refusal`` with what to put in an error response.
    mutating func answer(_ request: ATTMessage, unit: Int, at instant: Instant) throws(Refusal) -> any ATTPDU {
        switch request {
        case .findInformationRequest(let request): return try answer(request, unit: unit)
        case .findByTypeValueRequest(let request): return try answer(request, unit: unit, at: instant)
        case .readByTypeRequest(let request): return try answer(request, unit: unit, at: instant)
        case .readByGroupTypeRequest(let request): return try answer(request, unit: unit, at: instant)
        case .readRequest(let request):
            return ATTReadResponse(value: Array(try value(of: request.handle, at: instant).prefix(unit - 1)))
        case .readBlobRequest(let request):
            let value = try value(of: request.handle, at: instant)
            guard Int(request.offset) <= value.count else {
                throw Refusal(code: .invalidOffset, handle: request.handle)
            }
            return ATTReadBlobResponse(value: Array(value.dropFirst(Int(request.offset)).prefix(unit - 1)))
        case .readMultipleRequest(let request):
            var values: [UInt8] = []
            for handle in request.handles { values += try value(of: handle, at: instant) }
            return ATTReadMultipleResponse(values: Array(values.prefix(unit - 1)))
        case .readMultipleVariableRequest(let request): return try answer(request, unit: unit, at: instant)
        case .writeRequest(let request):
            try write(request.value, to: request.handle)
            return ATTWriteResponse()
        default: throw Refusal(code: .requestNotSupported, handle: 0)
        }
    }

    private func answer(_ request: ATTFindInformationRequest, unit: Int) throws(Refusal) -> any ATTPDU {
        let found = attributes(in: request.handles).prefix((unit - 2) / 4)
        guard !found.isEmpty else { throw Refusal(code: .attributeNotFound, handle: request.handles.lowerBound) }
        return ATTFindInformationResponse(
            attributes: found.map { GATTDescriptor(uuid: $0.attribute.type, handle: $0.handle) })
    }

    private func answer(_ request: ATTFindByTypeValueRequest, unit: Int, at instant: Instant) throws(Refusal)
        -> any ATTPDU
    {
        let found = attributes(in: request.handles).filter { handle, attribute in
            attribute.type == BluetoothUUID(UInt32(request.type))
                && (try? value(of: handle, at: instant)) == request.value
        }.prefix((unit - 1) / 4)
        guard !found.isEmpty else { throw Refusal(code: .attributeNotFound, handle: request.handles.lowerBound) }
        return ATTFindByTypeValueResponse(groups: found.map { $0.handle...($0.attribute.groupEnd ?? $0.handle) })
    }

    private func answer(_ request: ATTReadByTypeRequest, unit: Int, at instant: Instant) throws(Refusal)
        -> any ATTPDU
    {
        let limit = min(unit - 4, 253)
        var values: [GATTHandleValue] = []
        for (handle, attribute) in attributes(in: request.handles) where attribute.type == request.type {
            do throws(Refusal) {
                values.append(
                    GATTHandleValue(handle: handle, value: Array(try value(of: handle, at: instant).prefix(limit))))
            } catch {
                // The first decides; a later one ends the list (Core Specification 5.4, vol 3 part F, 3.4.4.1).
                if values.isEmpty { throw error }
                break
            }
        }
        guard let size = values.first?.value.count else {
            throw Refusal(code: .attributeNotFound, handle: request.handles.lowerBound)
        }
        // One answer holds values of one length only; the peer asks again for the others.
        return ATTReadByTypeResponse(
            values: Array(values.prefix { $0.value.count == size }.prefix((unit - 2) / (size + 2))))
    }

    private func answer(_ request: ATTReadByGroupTypeRequest, unit: Int, at instant: Instant) throws(Refusal)
        -> any ATTPDU
    {
        let first = request.handles.lowerBound
        guard request.type == .primaryService || request.type == .secondaryService else {
            throw Refusal(code: .unsupportedGroupType, handle: first)
        }
        let groups = attributes(in: request.handles).filter { $0.attribute.type == request.type }.map {
            ATTReadByGroupTypeResponse.Group(
                handles: $0.handle...($0.attribute.groupEnd ?? $0.handle), value: value(of: $0.attribute, at: instant))
        }
        guard let size = groups.first?.value.count else { throw Refusal(code: .attributeNotFound, handle: first) }
        return ATTReadByGroupTypeResponse(
            groups: Array(groups.prefix { $0.value.count == size }.prefix((unit - 2) / (size + 4))))
    }

    private func answer(_ request: ATTReadMultipleVariableRequest, unit: Int, at instant: Instant) throws(Refusal)
        -> any ATTPDU
    {
        var parts: [ATTReadMultipleVariableResponse.Part] = []
        var room = unit - 1
        for handle in request.handles {
            let value = try value(of: handle, at: instant)
            guard room >= 2 else { continue }
            let part = Array(value.prefix(room - 2))
            parts.append(.init(length: UInt16(clamping: value.count), value: part))
            room -= 2 + part.count
        }
        return ATTReadMultipleVariableResponse(parts: parts)
    }
}
