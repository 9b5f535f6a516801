import Signals

/// Finds the characteristics of services and their descriptors (Core Specification 5.4, vol 3 part G, 4.6.1 and 4.7.1),
/// one service after the other. Included services are not looked for.
struct CharacteristicDiscovery: GATTProcedure {
    /// The greatest number of attributes accepted: many times what any wearable has.
    static let mostAttributes = 4096

    private var services: [GATTService]
    private var service = 0
    /// Places of the characteristics of the service that have room for descriptors; nil while they are looked for.
    private var described: [Int]?
    private var walk = HandleWalk(nil)
    private var found = 0

    init(services: [GATTService]) { self.services = services }

    mutating func begin(unit: Int) -> GATTStep {
        service = -1
        return nextService()
    }

    mutating func receive(_ answer: ATTMessage, unit: Int) -> GATTStep {
        do throws(GATTFailure) {
            switch answer {
            case .readByTypeResponse(let response): for value in response.values { try add(value) }
            case .findInformationResponse(let response): for attribute in response.attributes { try add(attribute) }
            default: if let step = walk.end(with: answer) { return step }
            }
        } catch {
            return .fail(error)
        }
        return step()
    }

    private mutating func add(_ declaration: GATTHandleValue) throws(GATTFailure) {
        try pass(declaration.handle)
        var cursor = ByteCursor(declaration.value.span.bytes)
        guard let properties = try? cursor.little(UInt8.self), let value = try? cursor.little(UInt16.self),
            let uuid = try? cursor.uuid()
        else { throw .malformed("a characteristic is declared in \(declaration.value.count) bytes") }
        guard value > declaration.handle, services[service].handles.contains(value) else {
            throw .malformed("the value of a characteristic lies outside of its service")
        }
        services[service].characteristics.append(
            GATTCharacteristic(
                uuid: uuid, declaration: declaration.handle, value: value,
                properties: GATTCharacteristic.Properties(rawValue: properties)))
    }

    private mutating func add(_ attribute: GATTDescriptor) throws(GATTFailure) {
        try pass(attribute.handle)
        // Between a value and the next declaration there are only descriptors; a peer that has something else there
        // has it without our help.
        let declarations: [BluetoothUUID] = [.primaryService, .secondaryService, .include, .characteristic]
        guard let place = described?.last, !declarations.contains(attribute.uuid) else { return }
        services[service].characteristics[place].descriptors.append(attribute)
    }

    private mutating func pass(_ handle: UInt16) throws(GATTFailure) {
        guard walk.pass(handle) else { throw .malformed("its attributes are not in order") }
        found += 1
        guard found <= Self.mostAttributes else { throw .malformed("it has too many attributes") }
    }

    /// Asks for what is left here, or goes on where there is more.
    private mutating func step() -> GATTStep {
        if let rest = walk.rest {
            return described == nil
                ? .ask(ATTReadByTypeRequest(handles: rest, type: .characteristic))
                : .ask(ATTFindInformationRequest(handles: rest))
        }
        if described == nil {
            described = services[service].characteristics.indices.reversed().filter { room(at: $0) != nil }
        } else {
            described?.removeLast()
        }
        guard let place = described?.last else { return nextService() }
        walk = HandleWalk(room(at: place))
        return step()
    }

    private mutating func nextService() -> GATTStep {
        described = nil
        repeat { service += 1 } while service < services.count && services[service].handles.count == 1
        guard service < services.count else { return .done(.services(services)) }
        walk = HandleWalk(services[service].handles)
        return step()
    }

    /// The handles after a value and before the next declaration.
    private func room(at place: Int) -> ClosedRange<UInt16>? {
        let characteristics = services[service].characteristics
        let value = characteristics[place].value
        let end =
            place + 1 < characteristics.count
            ? characteristics[place + 1].declaration - 1 : services[service].handles.upperBound
        return value < end ? value + 1...end : nil
    }
}
